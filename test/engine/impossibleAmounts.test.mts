/** A price, balance or amount that can be none is unknown: it becomes no figure, and no part of a sum. */
import { address } from '../support/hex.mts';
import { outputOf, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';
import { ourNodeIds } from '../../devnet/devnet.mts';

const server = useScript();
const data = useNode('avalancheData', server);
const validators = useNode('avalancheValidators', server);

/** JSON of what can be no amount. */
const none = ['-5', '"-5"', '"Infinity"', '"NaN"', '"0x10"', '1e999', '"1_0"', 'true', '[5]'];
/** The same amount, as servers write it. */
const written: Array<[json: string, text: string]> = [
	['1e21', `1${'0'.repeat(21)}`],
	['"1e21"', `1${'0'.repeat(21)}`],
	['"2.5e-7"', '0.00000025'],
	['2.5e-7', '0.00000025'],
	['123456789012345678901', '123456789012345678901'],
];

const paidAt = Date.parse('2026-05-10T00:00Z') / 1000;
const rewardAt = (price: string, amount = '"2000000000"') =>
	`{"nodeId":"${ourNodeIds[0]}","rewardType":"VALIDATOR","addresses":["avax1a"],"txHash":"s","rewardTxHash":"p","utxoId":"u",
	"startTimestamp":1,"endTimestamp":${paidAt},"amountStaked":"1","reward":{"symbol":"AVAX","denomination":9,"amount":${amount},
	"historicalPrice":{"currencyCode":"usd","value":${price}}}}`;
const listed = (reward: string) => server.answer(() => reply(`{"historicalRewards":[${reward}]}`));

const rewards = async (reward: string) => {
	listed(reward);
	const asked = { validatorsFrom: 'lines', nodeIds: ourNodeIds[0], period: 'allTime' };
	return (await outputOf(data('reward', 'getMany', asked)))[0];
};

const report = async (reward: string) => {
	server.answer(({ path, calls }) =>
		path.includes('/rewards')
			? reply(`{"historicalRewards":[${reward}]}`)
			: reply({ jsonrpc: '2.0', id: calls[0]?.id, result: { validators: [] } }),
	);
	const { items, error } = await data('reward', 'getReport', {
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds[0],
		period: 'custom',
		from: '2026-05-01',
		to: '2026-06-01',
		groupBy: 'validator',
		rewardTypes: ['VALIDATOR'],
		return: ['items'],
		currency: 'usd',
	});
	return { total: items.at(-1)?.json, error };
};

test.each([...none, '0', '"0.0"'])('a price %s is no price of a reward', async (price) => {
	expect(await rewards(rewardAt(price))).toMatchObject({
		amount: 2,
		price: null,
		priceExact: null,
		valueAtReceipt: null,
		valueAtReceiptExact: null,
	});
	const { total } = await report(rewardAt(price));
	expect(total).toMatchObject({ amount: 2, valueAtReceipt: null, rewardsWithoutPrice: 1 });
});

test.each(written)('a price %s is read as %s', async (price, text) => {
	const item = await rewards(rewardAt(price));
	expect(item.priceExact).toBe(text);
	expect((await report(rewardAt(price))).total?.rewardsWithoutPrice).toBe(0);
});

test.each(none)('an amount %s is no reward of a report', async (amount) => {
	expect(await rewards(rewardAt('20', amount))).toMatchObject({ amount: null, amountExact: null });
	expect((await report(rewardAt('20', amount))).error).toBeDefined();
});

const native = async (fields: string) => {
	server.answer(() => reply(`{"nativeTokenBalance":{"symbol":"AVAX","decimals":18,${fields}}}`));
	const asked = { chainId: '43114', address: address(1) };
	return (await outputOf(data('balance', 'getNative', asked)))[0];
};

test.each(none)('%s is no balance, no price and no value', async (value) => {
	const money = `{"currencyCode":"usd","value":${value}}`;
	const fields = `"balance":${value},"price":${money},"balanceValue":${money}`;
	const unknown = { balance: null, balanceExact: null, price: null, value: null, valueExact: null };
	expect(await native(fields)).toMatchObject(unknown);
});

test.each(written.filter(([, text]) => !text.includes('.')))(
	'a balance %s is read as %s of the smallest units',
	async (balance, text) => {
		const places = text.length - 18;
		const exact = `${text.slice(0, places)}.${text.slice(places)}`.replace(/\.?0+$/, '');
		expect(await native(`"balance":${balance}`)).toMatchObject({ balanceExact: exact });
	},
);

test.each(none)('a stake %s is unknown', async (weight) => {
	server.answer(({ calls }) =>
		reply(
			`{"jsonrpc":"2.0","id":${calls[0].id},"result":{"validators":[{"nodeID":"${ourNodeIds[0]}","weight":${weight}}]}}`,
		),
	);
	const asked = { validatorsFrom: 'lines', nodeIds: ourNodeIds[0] };
	const [item] = await outputOf(validators('primaryValidator', 'getMany', asked));
	expect(item).toMatchObject({ stake: null, stakeExact: null });
});
