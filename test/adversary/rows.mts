/** Every reading operation with what three items ask of it, each about a subject of its own where it has one. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	demoAccount,
	demoDeployer,
	demoL1Chain,
	type Devnet,
	fundedAccount,
	nodeAccount,
	ourNodeIds,
} from '../../devnet/devnet.mts';
import { listExamples } from '../../devnet/examples.mts';
import { endpoints, methods } from '../../spec/index.mts';
import { listRows, makeExample, type Row, toParameters } from '../../tools/groups.mts';
import { ask, recipient, type Scene, transferData } from '../support/contractScene.mts';

export const itemsOfRun = 3;

export interface Asked {
	row: Row;
	name: string;
	parameters: INodeParameters;
	/** What each item holds, for the expressions in the parameters. */
	items: IDataObject[];
}

/** What a user enters beside the examples: where the network has nothing for these, or little. */
const entered: Record<string, IDataObject> = {
	'reward getMany': { period: 'allTime' },
	'reward getReport': {
		from: '2025-10-01',
		to: '2026-11-01',
		return: ['items', 'csv', 'page', 'chart'],
	},
	'method call': { method: 'eth_chainId' },
	'endpoint call': { path: '/v1/chains' },
};

/** Three of what a field may name, by the field's name; fewer come round again. */
async function listSubjects({
	devnet,
	contract,
	block,
	filterId,
}: Scene): Promise<Record<string, unknown[]>> {
	const latest = Number(await ask(devnet, 'eth_blockNumber'));
	const blocks = [latest, Number(block), 1];
	const read = await Promise.all(
		blocks.map(
			async (number) =>
				await ask(devnet, 'eth_getBlockByNumber', `0x${number.toString(16)}`, false),
		),
	);
	const accounts = [fundedAccount, nodeAccount, recipient];
	return {
		block: blocks.map(String),
		blockHash: read.map(({ hash }) => hash),
		transactionHash: read.map(({ transactions }) => transactions[0]),
		transaction: read.map(({ transactions }) => transactions[0]),
		address: accounts,
		owner: [demoAccount, demoDeployer, recipient],
		contract: [contract],
		filterId: [filterId],
		index: ['0'],
		nodeId: ourNodeIds,
		nodeIds: ourNodeIds,
		token: devnet.world.ledger.chains[0]!.contracts.map((one) => one.address),
		blockchainId: [demoL1Chain.blockchainId],
	};
}

/** What spec/ knows of a field of the operation. */
function listKnown({ method, fields }: Row, { world }: Devnet): Record<string, unknown[]> {
	const entry = [...methods, ...endpoints].find(
		(one) => ('method' in one ? one.method : one.path) === method,
	);
	const known: Record<string, unknown[]> = {};
	const chosen: IDataObject = {};
	for (const { name, type } of entry?.params.document.fields ?? []) {
		const field = fields.find((own) => (own.apiName ?? own.name) === name);
		if (!field || type.kind === 'record') continue;
		known[field.name] = listExamples(type, world, chosen).slice(0, itemsOfRun);
		chosen[name] = known[field.name]![0] as IDataObject;
	}
	return known;
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
/** What an AI agent may run without Allow Changes. */
const isReading = ({ row, group }: Row): boolean => {
	const { effect, safe = group.safe } = row as { effect?: boolean; safe?: boolean };
	return !('method' in row) || !(effect ?? !safe);
};
const waits = ['transaction wait'];

/** Where an operation names its subject, an expression reads it from the item. */
function askOf(at: Row, subjects: Record<string, unknown[]>, devnet: Devnet): Asked {
	const name = `${at.resource} ${at.operation}`;
	const own = entered[name] ?? {};
	const takesLines = at.fields.some((field) => field.name === 'validatorsFrom');
	const values: Record<string, unknown> = {
		...makeExample(at, takesLines ? { validatorsFrom: 'lines' } : {}).entered,
		...(takesLines && { nodeIds: ourNodeIds[0] }),
		...own,
	};
	const items: IDataObject[] = Array.from({ length: itemsOfRun }, () => ({}));
	const isEvm = at.description.name.startsWith('avalancheEvm');
	const choices = isEvm ? subjects : { ...subjects, ...listKnown(at, devnet) };
	for (const field of Object.keys(values)) {
		const list = choices[field]?.filter(isText);
		const isFixed = field in own || field === 'chainId' || field === 'network';
		if (!list?.length || isFixed || typeof values[field] === 'object') continue;
		for (const [i, item] of items.entries()) item[field] = list[i % list.length] as string;
		values[field] = `={{ $json.${field} }}`;
	}
	if (at.resource === 'subnetEvm') values.chain = demoL1Chain.blockchainId;
	if (at.fields.some((field) => field.name === 'transaction' && field.type !== 'string'))
		values.transaction = {
			from: nodeAccount,
			to: subjects.contract![0],
			data: transferData,
			gas: '100000',
		};
	return {
		row: at,
		name: `${at.description.name} ${name}`,
		parameters: toParameters(at, values),
		items,
	};
}

export async function listAsked(scene: Scene): Promise<Asked[]> {
	const subjects = await listSubjects(scene);
	return listRows()
		.filter(
			(at) => !at.isOffline && isReading(at) && !waits.includes(`${at.resource} ${at.operation}`),
		)
		.map((at) => askOf(at, subjects, scene.devnet));
}
