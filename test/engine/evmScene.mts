/** What there is on the C-Chain of a node of each generation, and how an operation of EVM is run on it. */
import { Wallet } from 'ethers';
import type { IDataObject } from 'n8n-workflow';
import { listRows, type Row, toParameters } from '../../tools/groups.mts';
import {
	demoL1Chain,
	type Devnet,
	type DevnetOptions,
	fundedKey,
	nodeAccount,
	startDevnet,
} from '../../devnet/devnet.mts';
import { type EvmMethod, evmMethods } from '../../spec/evmMethods.mts';
import { word } from '../support/hex.mts';
import { isEvm, useEngine } from '../support/useEngine.mts';

export const rows = listRows().filter(({ description }) => isEvm(description));
export const nameOf = ({ resource, operation }: Row) => `${resource} ${operation}`;
export const findMethod = (row: Row): EvmMethod | undefined =>
	evmMethods.find(({ method }) => method === row.method);

const worlds = {
	document: { profile: 'document' },
	'avalanchego 1.14': { profile: 'real' },
	'avalanchego 1.15': { profile: 'real', version: '1.15' },
} satisfies Record<string, DevnetOptions>;
type WorldName = keyof typeof worlds;
export const worldNames = Object.keys(worlds) as WorldName[];

/** What there is on the C-Chain of a node. */
export interface Scene {
	devnet: Devnet;
	contract: string;
	/** Hash of the transaction that deployed it, in the first block. */
	deployment: string;
	/** Hash of a call of it. */
	transactionHash: string;
	blockHash: string;
	/** Of a block with one transaction, which logs. */
	block: string;
	/** A transaction that is signed and not yet sent. */
	signed: string;
	/** Nonce of the next transaction of the node's own account. */
	nonce: string;
	/** A filter of logs that finds some. */
	filterId: string;
}

export const recipient = '0x00000000000000000000000000000000000000aa';
export const other = '0x00000000000000000000000000000000000000bb';
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Logs Transfer(caller, to, value) and answers transfer(address,uint256) with true. */
const runtime = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const creation = `0x603a80600b6000396000f3${runtime}`;
export const transferData = `0xa9059cbb${word(recipient)}${word(7)}`;

export async function ask(devnet: Devnet, method: string, ...params: unknown[]): Promise<any> {
	const response = await fetch(`${devnet.nodeUrl}/ext/bc/C/rpc`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	});
	const { result, error } = (await response.json()) as {
		result: unknown;
		error?: { message: string };
	};
	if (error) throw new Error(`${method}: ${error.message}`);
	return result;
}

/** Puts a contract, a call of it and a waiting transaction on the C-Chain of a mock network. */
export async function makeScene(devnet: Devnet): Promise<Scene> {
	const wallet = new Wallet(fundedKey);
	const sign = async (nonce: number, to: string | null, data: string) =>
		await wallet.signTransaction({
			...{ type: 2, chainId: 43_114, nonce, to, data, gasLimit: 200_000 },
			...{ maxFeePerGas: 200_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n },
		});
	const send = async (raw: string) => await ask(devnet, 'eth_sendRawTransaction', raw);
	const deployment = await send(await sign(0, null, creation));
	const contract = (await ask(devnet, 'eth_getTransactionReceipt', deployment))
		.contractAddress as string;
	const transactionHash = await send(await sign(1, contract, transferData));
	const { blockHash, blockNumber } = await ask(
		devnet,
		'eth_getTransactionReceipt',
		transactionHash,
	);
	// waits for ever, for those before it
	await send(await sign(1_000, recipient, '0x'));
	const nonce = await ask(devnet, 'eth_getTransactionCount', nodeAccount, 'latest');
	const filterId = await ask(devnet, 'eth_newFilter', { fromBlock: '0x0' });
	const signed = await sign(2, recipient, '0x');
	return {
		...{ devnet, contract, deployment, transactionHash, blockHash, signed, nonce, filterId },
		block: String(Number(blockNumber)),
	};
}

/** One for each kind of node, from `useScenes` on. */
export const scenes = {} as Record<WorldName, Scene>;
/** Starts the nodes before the tests of a file, and stops them after them. */
export function useScenes(): void {
	beforeAll(async () => {
		for (const name of worldNames) scenes[name] = await makeScene(await startDevnet(worlds[name]));
	});
	afterAll(async () => {
		for (const { devnet } of Object.values(scenes)) await devnet.close();
	});
}

export const engine = useEngine();
export async function run(
	{ devnet }: Scene,
	at: Row,
	entered: Record<string, unknown>,
	more: IDataObject = {},
) {
	devnet.clearLog();
	const chain = findMethod(at)?.only === 'subnet-EVM' ? demoL1Chain.blockchainId : 'C';
	const { items, error } = await engine.runNode(
		at.description.name,
		{
			...toParameters(at, { ...(at.isOffline ? {} : { chain }), ...entered }),
			simplify: false,
			...more,
		},
		{
			credentials: { avalancheApi: { network: 'ownNode', nodeUrl: devnet.nodeUrl } },
			limits: { retries: 0 },
		},
	);
	const [sent] = devnet.log
		.filter(({ url }) => url === `/ext/bc/${chain}/rpc`)
		.flatMap(({ body }) => JSON.parse(body) as { method: string; params: unknown[] });
	return { items: items.map(({ json }) => json), error, sent };
}

/** Operations whose request is not spelled by who enters them, each with what is entered and what is then sent. */
export const spelled = [
	'contract callFunction',
	'contract encodeCall',
	'log getMany',
	'transaction wait',
	'method call',
	...['getInfo', 'getBalance', 'getAllowance'].map((operation) => `token ${operation}`),
];

/** What the menu says of an operation, and the notice above its fields, which has the whole where the menu has a note. */
export function describeInEditor({ description: { properties }, resource, operation }: Row): {
	menu: string;
	notice: string;
} {
	const shown = (name: string) =>
		properties.filter(
			(property) =>
				property.name === name && property.displayOptions?.show?.resource?.includes(resource),
		);
	const options = shown('operation').flatMap(
		({ options: of }) => of as Array<{ value: string; description: string }>,
	);
	const notices = shown('notice').filter(({ displayOptions }) =>
		displayOptions?.show?.operation?.includes(operation),
	);
	return {
		menu: options.find(({ value }) => value === operation)!.description,
		notice: notices.map(({ displayName }) => displayName).join(' '),
	};
}
