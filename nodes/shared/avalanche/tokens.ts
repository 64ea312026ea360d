/** Contracts of the tokens that people name most, on the C-Chain of Mainnet, for advice alone: no symbol is taken for a contract. */

const contracts = {
	'BTC.b': '0x152b9d0FdC40C096757F570A51E494bd4b943E50',
	EURC: '0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD',
	sAVAX: '0x2b2C81e08f1Af8835a78Bb2A90AE924ACE0eA4bE',
	USDC: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
	'USDC.e': '0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664',
	USDT: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
	'USDT.e': '0xc7198437980c041c805A1EDcbA50c1Ce5db95118',
	WAVAX: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
	'WETH.e': '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB',
};

/** The well-known token of a symbol, in any letter case. */
export function findWellKnown(entered: string): { symbol: string; contract: string } | undefined {
	const wanted = entered.trim().toLowerCase();
	const found = Object.entries(contracts).find(([symbol]) => symbol.toLowerCase() === wanted);
	return found && { symbol: found[0], contract: found[1] };
}
