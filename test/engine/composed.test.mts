/** Operations with work of their own: what a run sends, against what the tables say of it. */
import type { IDataObject } from 'n8n-workflow';
import {
	demoL1Chain,
	ourNodeIds,
	treasuryWallets,
	type RequestLogEntry,
} from '../../devnet/devnet.mts';
import { listRows, makeExample, partsOf, toParameters, type Row } from '../../tools/groups.mts';
import { isLocal } from '../../nodes/shared/operation/operations.ts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';

const devnet = useDevnet({ separate: true });
const engine = useEngine(devnet);

const rows = listRows();
const nameOf = ({ description, resource, operation }: Row) =>
	`${description.name} ${resource} ${operation}`;

/** What is entered where the example of the tables does not need every part. */
const entered: Record<string, IDataObject> = {
	'avalancheData balance getAll': {
		chainId: '43114',
		address: treasuryWallets[0],
		additionalFields: { blockTimestamp: '2026-08-31T23:59:00Z' },
	},
	'avalancheData reward getReport': { validatorsFrom: 'lines', nodeIds: ourNodeIds.join() },
	'avalancheData payments getStatement': { chainId: '43114', addresses: treasuryWallets.join() },
	'avalancheMetrics metric getReport': { chainId: demoL1Chain.chainId },
	'avalancheValidators primaryValidator getReport': {
		validatorsFrom: 'lines',
		nodeIds: ourNodeIds.join(),
	},
};

/** The path of a GET, or the method of a call to a node; a template has `{name}` for a field. */
const requestsOf = ({ host, url, body }: RequestLogEntry): string[] =>
	host === 'node'
		? ([JSON.parse(body)].flat() as Array<{ method: string }>).map(({ method }) => method)
		: [`${host} ${url.split('?')[0]!}`];

const templateOf = ({ group, method }: Row): string =>
	group.host === undefined ? method : `${group.host} ${method}`;

/** The templates of all that an operation may send. */
const templatesOf = (at: Row): string[] => [
	...partsOf(at, rows).map(templateOf),
	...(isLocal(at.row) ? (at.row.asksBesides ?? []) : []).map(
		({ path }) => `${at.group.host!} ${path}`,
	),
];

function isOf(template: string, request: string): boolean {
	const [parts, sent] = [template, request].map((text) => text.split('/'));
	const isSame = (part: string, i: number) => /^\{\w+\}$/.test(part) || part === sent[i];
	return parts.length === sent.length && parts.every(isSame);
}

async function requestsFor(at: Row): Promise<string[]> {
	devnet.clearLog();
	const parameters = { ...toParameters(at, makeExample(at).entered), ...entered[nameOf(at)] };
	const { error } = await engine.runNode(at.description.name, parameters);
	expect(error).toBeUndefined();
	return devnet.log.flatMap(requestsOf);
}

const composed = rows
	.filter((at) => partsOf(at, rows).length)
	.map((at) => [nameOf(at), at] as const);
const offline = rows.filter(({ isOffline }) => isOffline).map((at) => [nameOf(at), at] as const);

test.each(composed)('%s sends what the operations send that it is composed of', async (_, at) => {
	const parts = templatesOf(at);
	const requests = await requestsFor(at);
	const others = requests.filter((request) => !parts.some((part) => isOf(part, request)));
	expect(others).toEqual([]);
	const unused = parts.filter((part) => !requests.some((request) => isOf(part, request)));
	expect(unused).toEqual([]);
});

test.each(offline)('%s sends nothing, as its page says', async (_, at) => {
	expect(await requestsFor(at)).toEqual([]);
});
