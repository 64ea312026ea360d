/** Balances: the currency of a value is the one that the service names, whatever was asked for, and NFTs are pieces. */
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

test('an ERC-721 token is one piece, unless the service says otherwise', async () => {
	const nft = { address, name: 'Peaks', symbol: 'PEAK', tokenId: '1', tokenUri: 'ipfs://1' };
	const ofOne = { ...nft, ercType: 'ERC-721', metadata: {} };
	const ofMany = { ...nft, tokenId: '4', ercType: 'ERC-1155', metadata: {} };
	const told = { ...ofMany, tokenId: '2', balance: '3' };
	const balancesOf = async (operation: string, answer: object) => {
		server.answer(() => reply(answer));
		const { items, error } = await run('balance', operation, { address });
		expect(error).toBeUndefined();
		return jsonOf(items).map(({ balance, balanceExact }) => [balance, balanceExact]);
	};
	const odd = { ...ofOne, tokenId: '3', balance: '0' };
	const listed = { collectibleBalances: [ofOne, ofMany, told, odd] };
	expect(await balancesOf('getManyCollectibles', listed)).toEqual([
		[1, '1'],
		[null, null],
		[3, '3'],
		[0, '0'],
	]);
	expect(await balancesOf('getManyErc721', { erc721TokenBalances: [ofOne] })).toEqual([[1, '1']]);
});
