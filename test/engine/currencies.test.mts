/** Balances: the currency of a value is the one that the service names, whatever was asked for. */
import { jsonOf, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const server = useScript();
const run = useNode('avalancheData', server, { chainId: '43114', currency: 'eur' });
const address = `0x${'1'.repeat(40)}`;

const balanceOf = async (money: object) => {
	const token = { name: 'Avalanche', symbol: 'AVAX', decimals: 18, chainId: '43114' };
	const nativeTokenBalance = { ...token, balance: '2000000000000000000', ...money };
	server.answer(() => reply({ nativeTokenBalance }));
	const filters = { currency: 'eur' };
	const { items, error } = await run('balance', 'getNative', { address, filters });
	expect(error).toBeUndefined();
	return jsonOf(items)[0];
};
const inMoney = (currencyCode: string | undefined, value: number) => ({ currencyCode, value });

test('a service that ignores the currency is not believed to have used it', async () => {
	const money = { balanceValue: inMoney('usd', 40), price: inMoney('USD', 20) };
	expect(await balanceOf(money)).toMatchObject({ value: 40, price: 20, currency: 'USD' });
});

test('a price in another currency than the value does not stand beside it', async () => {
	const item = await balanceOf({ balanceValue: inMoney('eur', 36), price: inMoney('usd', 20) });
	expect(item).toMatchObject({ value: 36, currency: 'EUR' });
	expect(item).toMatchObject({ price: null, priceExact: null });
});

test('a price alone has its own currency', async () => {
	expect(await balanceOf({ price: inMoney('usd', 20) })).toMatchObject({
		price: 20,
		currency: 'USD',
	});
});
