/** A mock network for each test, what happens on it, and triggers of the events New Transaction and New Reward. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoAccount, ourNodeIds } from '../../devnet/devnet.mts';
import type { EvmChain, Transaction } from '../../devnet/ledger.mts';
import { addBlock as addTo } from '../../devnet/addBlock.mts';
import type { PollOptions } from '../support/engine.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine, useTrigger } from '../support/useEngine.mts';

export const devnet = useFreshDevnet({ validators: 10, rewards: 300 });
export const engine = useEngine(devnet);
export const create = useTrigger(devnet);
/** The C-Chain. */
export let chain: EvmChain;
beforeEach(() => {
	chain = devnet.world.ledger.chains[0]!;
});

export const watchAddress = (more: INodeParameters = {}, options: PollOptions = {}) =>
	create(
		{
			event: 'newTransaction',
			watch: 'address',
			chainId: '43114',
			address: demoAccount,
			...more,
		},
		options,
	);
const rewardTypes = ['DELEGATOR', 'VALIDATOR', 'VALIDATOR_FEE'];
export const watchRewards = (more: INodeParameters = {}, options?: PollOptions) =>
	create(
		{
			event: 'newReward',
			network: 'mainnet',
			validatorsFrom: 'lines',
			nodeIds: ourNodeIds[0],
			rewardTypes,
			...more,
		},
		options,
	);

/** Lets the next block of the node's EVM be of now: its own clock may be ahead of that of the test. */
export async function joinClocks(clock: { advance: (seconds: number) => void }): Promise<void> {
	const evm = await devnet.evm();
	const { timestamp } = await evm.request('eth_getBlockByNumber', ['latest', false]);
	const now = () => Math.floor(Date.now() / 1000);
	clock.advance(Math.max(0, Number(timestamp) + 10 - now()));
	await evm.request('evm_setNextBlockTimestamp', [now()]);
}

export const pollAll = async (trigger: ReturnType<typeof create>): Promise<IDataObject[]> =>
	jsonOf(await trigger.poll());

export const addBlock = (...transactions: Array<Partial<Transaction>>) =>
	addTo(chain, ...transactions);
export const addReward = (choice: Partial<Parameters<typeof devnet.world.addRewards>[0]> = {}) =>
	devnet.world.addRewards({ nodeIDs: [ourNodeIds[0]!], amount: '1500000000', ...choice });

const onChain = (watch: string, more: INodeParameters = {}) => ({
	event: 'newTransaction',
	chainId: '43114',
	watch,
	...more,
});
const tokenOf = (ercType: string) =>
	chain.contracts.find((contract) => contract.ercType === ercType)!.address;
/** What there is to watch with the Data API. */
export const watches: Record<string, () => INodeParameters> = {
	rewards: () => ({
		event: 'newReward',
		network: 'mainnet',
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.join(),
		rewardTypes,
	}),
	address: () => onChain('address', { address: demoAccount }),
	erc20: () => onChain('erc20', { address: demoAccount }),
	internal: () => onChain('internal', { address: demoAccount }),
	wallets: () => onChain('wallets', { addresses: `${demoAccount} = Treasury` }),
	'ERC-20': () => onChain('token', { address: tokenOf('ERC-20') }),
	'ERC-721': () => onChain('token', { address: tokenOf('ERC-721') }),
	chain: () => onChain('chain'),
	asset: () => ({
		event: 'newTransaction',
		watch: 'asset',
		network: 'mainnet',
		assetId: devnet.world.ledger.primary.mainnet.assets[0]!.assetId,
	}),
};

let added = 0;
/** An X-Chain transaction of now. */
export function addAssetTransaction(): void {
	const { transactions } = devnet.world.ledger.primary.mainnet;
	const timestamp = Math.floor(Date.now() / 1000);
	transactions.push({ ...transactions.at(-1)!, hash: `event ${++added}`, timestamp });
}

/** A block with a payment to the watched address, and in it a contract's payment and a transfer of a token of each standard. */
export function addMovements(...ercTypes: string[]): void {
	addBlock({});
	const [transaction] = chain.blocks.at(-1)!.transactions;
	const { from, value } = transaction!;
	const move = { transaction: transaction!, from, to: demoAccount, value };
	transaction!.internals.push({ ...move, type: 'CALL', isReverted: false });
	for (const [i, ercType] of ercTypes.entries()) {
		const contract = chain.contracts.find((each) => each.ercType === ercType)!;
		const tokenId = ercType === 'ERC-20' ? {} : { tokenId: '7' };
		transaction!.transfers.push({ ...move, logIndex: i + 1, contract, ...tokenId });
	}
}

/** Polls a minute apart, and what they emitted. */
export async function pollTimes(
	trigger: ReturnType<typeof create>,
	clock: { advance: (seconds: number) => void },
	times = 1,
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (let i = 0; i < times; i++) {
		clock.advance(60);
		items.push(...(await pollAll(trigger)));
	}
	return items;
}
