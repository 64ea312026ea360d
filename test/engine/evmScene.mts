/** What there is on the C-Chain of a node of each generation, and how an operation of EVM is run on it. */
import type { IDataObject } from 'n8n-workflow';
import { listRows, type Row, toParameters } from '../../tools/groups.mts';
import { demoL1Chain, type DevnetOptions, startDevnet } from '../../devnet/devnet.mts';
import { type EvmMethod, evmMethods } from '../../spec/evmMethods.mts';
import { makeScene, type Scene } from '../support/contractScene.mts';
import { isEvm, useEngine } from '../support/useEngine.mts';

export * from '../support/contractScene.mts';

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
			credentials: { avalancheNodesApi: { network: 'ownNode', nodeUrl: devnet.nodeUrl } },
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
	'block getByTime',
	'log getMany',
	'transaction wait',
	'method call',
	...['getInfo', 'getBalance', 'getAllowance'].map((operation) => `token ${operation}`),
];

/** What the menu says of an operation, and the notice above its fields and the hints below them, which has the whole where the menu has a note. */
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
	const hints = properties.filter(
		({ hint, displayOptions: { show = {} } = {} }) =>
			hint && show.resource?.includes(resource) && show.operation?.includes(operation),
	);
	return {
		menu: options.find(({ value }) => value === operation)!.description,
		notice: [
			...notices.map(({ displayName }) => displayName),
			...hints.map(({ hint }) => hint),
		].join(' '),
	};
}
