/** A To that begins a month's last day, a month or a week leaves it out, which people seldom mean: reports and lists say so. */
import type { INodeParameters } from 'n8n-workflow';
import { ourNodeIds, treasuryWallets } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';

const engine = useEngine(useDevnet());

const words =
	/To is the beginning of 31 August, so that day is left out\. To include it, enter 2026-09-01\./;
const august = { from: '2026-08-01', to: '2026-08-31' };

const reports: Record<string, [type: string, parameters: INodeParameters]> = {
	statement: [
		'avalancheData',
		{
			resource: 'payments',
			operation: 'getStatement',
			chainId: '43114',
			addresses: treasuryWallets.join(','),
			additionalFields: { timeZone: 'America/New_York' },
		},
	],
	'reward report': [
		'avalancheData',
		{
			resource: 'reward',
			operation: 'getReport',
			network: 'mainnet',
			rewardsOf: 'validators',
			validatorsFrom: 'lines',
			nodeIds: ourNodeIds.join(','),
			groupBy: 'day',
			rewardTypes: ['VALIDATOR'],
			currency: 'usd',
		},
	],
	'metric report': [
		'avalancheMetrics',
		{
			resource: 'metric',
			operation: 'getReport',
			chainId: '43114',
			metric: 'txCount',
			timeInterval: 'day',
		},
	],
};

async function run(type: string, parameters: INodeParameters) {
	const {
		items,
		run: done,
		error,
	} = await engine.runNode(type, { period: 'custom', ...parameters });
	expect(error).toBeUndefined();
	const { hints = [] } = done.data.resultData.runData.Node[0];
	return { json: jsonOf(items), said: hints.map(({ message }) => message).join(' ') };
}

describe.each(Object.entries(reports))('a %s', (_name, [type, parameters]) => {
	const ask = (period: INodeParameters, returns = ['items', 'page']) =>
		run(type, { ...parameters, ...period, return: returns });

	test('says it in its notes, on its page, and once in the output panel', async () => {
		const { json, said } = await ask(august);
		const { notes, html } = json.at(-1)!;
		expect((notes as string[]).filter((note) => words.test(note))).toHaveLength(1);
		expect(html).toMatch(words);
		expect(said.match(new RegExp(words, 'g'))).toHaveLength(1);
	});

	test.each([
		['a month', { from: '2026-07', to: '2026-09' }, 'September 2026', '2026-10-01'],
		['a week', { from: '2026-W40', to: '2026-W44' }, 'week 44', '2026-11-02'],
	])('says that the last is left out if To names %s', async (what, period, name, next) => {
		const { said } = await ask(period);
		const unit = what.replace('a ', '');
		expect(said).toContain(
			`To is the beginning of ${name}, so that ${unit} is left out. To include it, enter ${next}.`,
		);
	});

	test.each([
		['one month', { from: '2026-08', to: '2026-09' }],
		['the whole month', { from: '2026-08-01', to: '2026-09-01' }],
		['one day', { from: '2026-08-30', to: '2026-08-31' }],
		['up to the last evening', { from: '2026-08-01', to: '2026-08-31T18:00' }],
		['up to another day', { from: '2026-08-01', to: '2026-08-30' }],
	])('says nothing of it for %s', async (_what, period) => {
		const { json, said } = await ask(period);
		expect(JSON.stringify([json, said])).not.toMatch(/is left out\. To include/);
	});
});

test.each([
	['with items', treasuryWallets[0]],
	['without items', `0x${'7'.repeat(40)}`],
])('a list %s says it in the output panel', async (_name, address) => {
	const { said } = await run('avalancheData', {
		resource: 'transaction',
		operation: 'getManyNative',
		chainId: '43114',
		address,
		...august,
	});
	expect(said).toMatch(words);
});
