import { setTimeout as sleep } from 'node:timers/promises';
import { toUnits } from '../amounts.mts';
import { isSame, listBalances, listTokens } from '../holdings.mts';
import { demoAccount, demoDeployer } from '../ledger.mts';
import type { EvmChain } from '../ledger.mts';
import { later } from '../later.mts';
import type { Evm } from './anvil.mts';

/** What happens to the tokens of a chain beside what transactions of users do: transfers, and new owners. */

const selectors = {
	balanceOf: '0x70a08231',
	owner: '0x8da5cb5b',
	transfer: '0xa9059cbb',
	transferOwnership: '0xf2fde38b',
};
const toWord = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
const toHex = (value: bigint) => `0x${value.toString(16)}`;
const feeMoney = 10n ** 18n;

export interface Transfer {
	from?: string;
	to?: string;
	/** In whole tokens, in decimal. */
	amount?: string | number;
	/** The contract; the first token of the chain by default. */
	token?: string;
}

/** What an account is to hold, in whole units of the native token or of a token. */
export interface Balance {
	address: string;
	amount?: string | number;
	token?: string;
}

export function createMoves(start: () => Promise<Evm>, chain: EvmChain) {
	const tokens = later(() => listTokens(chain));
	const findToken = (address = tokens()[0]!.address) => {
		const found = tokens().find((token) => isSame(token.address, address));
		if (!found) throw new Error(`${address} is no ERC-20 token of the mock network`);
		return found;
	};

	/** A transaction of any account, which gets what it has to pay for it; its hash. */
	const send = async (evm: Evm, from: string, to: string, data: string): Promise<string> => {
		await evm.request('anvil_impersonateAccount', [from]);
		const balance = BigInt(await evm.request('eth_getBalance', [from, 'latest']));
		if (balance < feeMoney) await evm.request('anvil_setBalance', [from, toHex(feeMoney)]);
		const hash = await evm.request('eth_sendTransaction', [{ from, to, data }]);
		// The EVM answers a moment before it mines.
		while (!(await evm.request('eth_getTransactionReceipt', [hash]))) await sleep(5);
		return hash;
	};

	/** A sender who holds too little gets what is missing. */
	async function transfer({
		from = demoAccount,
		to = demoDeployer,
		amount = '1',
		token,
	}: Transfer) {
		const { address, decimals } = findToken(token);
		const units = toUnits(amount, decimals);
		const evm = await start();
		const data = selectors.balanceOf + toWord(from);
		if (BigInt(await evm.request('eth_call', [{ to: address, data }, 'latest'])) < units)
			await evm.request('anvil_setStorageAt', [address, `0x${toWord(from)}`, `0x${toWord(units)}`]);
		const call = selectors.transfer + toWord(to) + toWord(units);
		return { transactionHash: await send(evm, from, address, call) };
	}

	/** Sets what an account holds of the native token, or of a token, as of the newest block. */
	async function setBalance({ address, amount = '0', token }: Balance) {
		const decimals = token ? findToken(token).decimals : 18;
		const units = toUnits(amount, decimals);
		const evm = await start();
		await (token
			? evm.request('anvil_setStorageAt', [
					findToken(token).address,
					`0x${toWord(address)}`,
					`0x${toWord(units)}`,
				])
			: evm.request('anvil_setBalance', [address, toHex(units)]));
	}

	/** By default the ownership goes back and forth between two accounts. */
	async function transferOwnership({ to, token }: Pick<Transfer, 'to' | 'token'>) {
		const { address } = findToken(token);
		const evm = await start();
		const told = await evm.request('eth_call', [{ to: address, data: selectors.owner }, 'latest']);
		const owner = `0x${told.slice(-40)}`;
		const next = to ?? (isSame(owner, demoDeployer) ? demoAccount : demoDeployer);
		const call = selectors.transferOwnership + toWord(next);
		return { transactionHash: await send(evm, owner, address, call) };
	}

	const holders = later(() => listBalances(chain, findToken()).map(([holder]) => holder));
	let moves = 0;
	/** One of few tokens, between accounts that take turns. */
	async function transferLittle() {
		const turn = moves++;
		const [from, to] = [turn, turn + 1].map((i) => holders()[i % holders().length]!);
		return await transfer({ from, to, amount: String(1 + ((turn * 37) % 900)) });
	}

	return { transfer, transferOwnership, transferLittle, setBalance };
}
