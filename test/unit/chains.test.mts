/** What a chain means where the credential tells its network: nobody is asked. */
import { chain, dataChain, evmChain, metricsChain } from '../../nodes/shared/chains/fields.ts';
import type { Field } from '../../nodes/shared/fields/fields.ts';
import { InvalidField } from '../../nodes/shared/fields/invalid.ts';
import type { Client } from '../../nodes/shared/network/client.ts';

const context = { timezone: 'UTC' };
const never = () => {
	throw new Error('nobody is asked');
};
const on = (network: string) =>
	({
		credential: { network },
		rpc: never,
		rest: never,
		hasService: () => true,
	}) as unknown as Client;

/** What the API gets, or what is said instead. */
async function send(field: Field, entered: unknown, network = 'mainnet'): Promise<unknown> {
	const encoded = field.encode(entered, context);
	const answer = await field.resolve!(encoded, on(network));
	if (!answer) return encoded;
	return answer.ok ? answer.result : answer.failure.message;
}

const ids = {
	mainnet: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	fuji: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
};

test.each([
	['mainnet', '43114'],
	['fuji', '43113'],
])('the C-Chain of %s has many names and one meaning', async (network, evmId) => {
	for (const name of [
		'C',
		'c',
		'C-Chain',
		'c-chain',
		'c chain',
		'Avalanche C-Chain',
		'Avalanche (C-Chain)',
	]) {
		expect(await send(chain, name, network)).toBe('C');
		expect(await send(dataChain, name, network)).toBe(evmId);
		expect(await send(metricsChain, name, network)).toBe(evmId);
	}
	expect(await send(chain, evmId, network)).toBe('C');
	expect(await send(chain, Number(evmId), network)).toBe('C');
	const id = ids[network as 'mainnet'];
	expect(await send(chain, id, network)).toBe(id);
	expect(await send(dataChain, id, network)).toBe(id);
	expect(await send(metricsChain, id, network)).toBe(evmId);
});

test('the EVM chain ID of the other network is refused by a node, for what it is', async () => {
	expect(await send(chain, '43113', 'mainnet')).toBe(
		'The chain 43113 is the C-Chain of Fuji, and the credential is for Mainnet',
	);
	// The data service serves both.
	expect(await send(dataChain, '43113', 'mainnet')).toBe('43113');
});

test.each(['P', 'x', 'P-Chain'])(
	'%s is a chain of a node, and none of the EVM services',
	(letter) => {
		expect(chain.encode(letter, context)).toBe(letter[0].toUpperCase());
		expect(() => dataChain.encode(letter, context)).toThrow(/is not an EVM chain/);
		expect(() => evmChain.encode(letter, context)).toThrow(/is not an EVM chain/);
	},
);

/** The line and the advice of an error that this entry brings. */
function refusalOf(field: Field, entered: string): string {
	try {
		field.encode(entered, context);
	} catch (error) {
		const { message, description } = error as InvalidField;
		return `${message}. ${description}`;
	}
	return 'taken';
}

test.each(['C, 432204', 'C;Dexalot', '43114\n432204'])(
	'%j is several chains for a field of one: metrics say where they are compared',
	(entered) => {
		const ofMetrics = refusalOf(metricsChain, entered);
		expect(ofMetrics).toMatch(/^takes one chain, not /);
		expect(ofMetrics).toContain('enter one here, and the others under Compare With');
		for (const field of [chain, dataChain])
			expect(refusalOf(field, entered)).toMatch(
				/^takes one chain, not .* use an input item for each\./s,
			);
	},
);

test('metrics have none of P, and say where its validators are', () => {
	expect(refusalOf(metricsChain, 'P')).toBe(
		'the P-Chain is not an EVM chain. The Metrics API has figures of EVM chains only. For validators and their stake, use Avalanche Validators.',
	);
	expect(refusalOf(metricsChain, 'X')).toMatch(/figures of EVM chains only\.$/);
	expect(refusalOf(dataChain, 'P')).toContain('Balance > Get Many on Primary Network');
});

test('nor is one by its blockchain ID an EVM chain of a node', () => {
	const xChain = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
	expect(() => evmChain.encode(xChain, context)).toThrow('the X-Chain is not an EVM chain');
	expect(evmChain.encode('C-Chain', context)).toBe('C');
});

test.each([
	['mainnet', /is a network, and no chain/],
	['Total', /stands for many chains/],
	['testnet', /is a network, and no chain/],
])('%s stands for many chains, in metrics alone', (many, words) => {
	expect(metricsChain.encode(many, context)).toBe(many.toLowerCase());
	expect(() => chain.encode(many, context)).toThrow(words);
	expect(() => dataChain.encode(many, context)).toThrow(words);
});

test('a name is a name by its mode, or where it can be nothing else', () => {
	const named = { __rl: true, mode: 'name', value: 'Dexalot' };
	expect(chain.encode(named, context)).toEqual({ name: 'Dexalot' });
	expect(chain.encode({ ...named, value: 'Chain 5' }, context)).toEqual({ name: 'Chain 5' });
	expect(chain.encode('Chain 5', context)).toBe('5');
	expect(chain.encode('dexalot', context)).toBe('dexalot');
	expect(chain.encode('Demo L1', context)).toEqual({ name: 'Demo L1' });
	expect(dataChain.encode('Dexalot', context)).toEqual({ name: 'Dexalot' });
	for (const mistyped of [`${ids.fuji}x`, '0x12345678901234567890', '-1', 'a/b'])
		expect(() => dataChain.encode(mistyped, context)).toThrow(InvalidField);
});
