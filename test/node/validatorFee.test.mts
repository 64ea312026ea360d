/** How long balances of L1 validators last, held against avalanchego's own code (test/node/go/validator-fee). */
import { spawnSync } from 'node:child_process';
import { findSecondsRemaining, priceAt } from '../../nodes/Trigger/watch/validatorFee';
import { secondsRemaining } from '../../devnet/validatorFee.mts';
import { type FeeCase, listFeeCases } from '../unit/feeCases.mts';
import { goEnvironment, goFlags, goModule } from './avalanchego.mts';

const write = ({ config, state, mostSeconds, amount }: FeeCase) =>
	[
		config.capacity,
		config.target,
		config.minPrice,
		config.excessConversionConstant,
		state.current,
		state.excess,
		mostSeconds,
		amount,
	].join(' ');

/** What avalanchego computes for cases: the price of each, and the seconds that its amount lasts. */
function askAvalanchego(cases: FeeCase[]): Array<[price: string, seconds: number]> {
	const { status, stdout, stderr } = spawnSync('go', ['run', ...goFlags, './validator-fee'], {
		cwd: goModule,
		env: goEnvironment(),
		input: cases.map(write).join('\n'),
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
	});
	if (status !== 0)
		throw new Error(`The program of test/node/go/validator-fee needs Go: ${stderr}`);
	return stdout
		.trim()
		.split('\n')
		.map((line) => line.split(' '))
		.map(([price, seconds]) => [price!, Number(seconds)]);
}

test('ten thousand cases: the price to the nAVAX, the time to the second', () => {
	const cases = listFeeCases(10_000, 7);
	const answers = askAvalanchego(cases);
	expect(answers).toHaveLength(cases.length);
	const off = cases.flatMap((each, i) => {
		const { config, state, mostSeconds, amount } = each;
		const [price, seconds] = answers[i]!;
		const [found] = findSecondsRemaining(config, state, mostSeconds, [amount]);
		const isRight =
			String(priceAt(config, state.excess)) === price && Math.abs(found! - seconds) <= 1;
		return isRight
			? []
			: [`${write(each)}: avalanchego said ${price} ${seconds}, the trigger ${found}`];
	});
	expect(off).toEqual([]);
});

test('the mock network walks through the seconds as avalanchego does', () => {
	const cases = listFeeCases(400, 11).map((each) => ({
		...each,
		mostSeconds: Math.min(each.mostSeconds, 500),
	}));
	const walked = cases.map(({ config, state, mostSeconds, amount }) =>
		secondsRemaining(config, state, mostSeconds, amount),
	);
	expect(walked).toEqual(askAvalanchego(cases).map(([, seconds]) => seconds));
});
