/** What docs/operations/ says of each operation, against what a run through n8n's engine sends and returns. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RequestLogEntry } from '../../devnet/devnet.mts';
import { listRows, nameRow, pageOf, type Row } from '../../tools/groups.mts';
import type { RunResult } from '../support/engine.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, useEngine } from '../support/useEngine.mts';
import { makeScene, type Scene } from './evmScene.mts';
import { enterKnown } from './knownValues.mts';

/** What the page says of one operation. */
interface Page {
	heading: string;
	parameters: INodeParameters;
	/** Each as the page writes it: `POST {node URL}/ext/info` with its body, or a GET. */
	requests: string[];
	/** The fields of an item; empty where the page names none. */
	fields: string[];
	/** What the item holds where there is nothing. */
	nothing?: IDataObject;
}

function readPage(section: string): Page {
	const [heading] = section.split('\n', 1);
	const [, example] = /\n```text\n([^]*?)\n```/.exec(section)!;
	const [parameters, ...lines] = example.split('\n');
	const [, fields = ''] = /Fields: (.*?)\./.exec(section) ?? [];
	const [, units = ''] = /Added in whole units: (.*?)\./.exec(section) ?? [];
	const [, nothing] = /Where there is nothing: one item with `(.*?)`/.exec(section) ?? [];
	return {
		heading,
		parameters: JSON.parse(parameters) as INodeParameters,
		requests: lines
			.join('\n')
			.split(/\n(?=POST|GET)/)
			.filter(Boolean),
		fields: [...`${fields} ${fields && units}`.matchAll(/`(.+?)`/g)].map(([, name]) => name),
		...(nothing && { nothing: JSON.parse(nothing) as IDataObject }),
	};
}

const rows = listRows();
const pages = new Map(
	rows.map(({ description }) => [
		description.name,
		readFileSync(pageOf(description), 'utf8').split(/^### /m).slice(1).map(readPage),
	]),
);
const findPage = (at: Row) =>
	pages.get(at.description.name)!.find(({ heading }) => heading === nameRow(at))!;

/** A request as the page writes it; the calls of a batch one by one. */
function writeRequests({ host, method, url, body }: RequestLogEntry): string[] {
	const target = `${method} {${host} URL}${url}`;
	if (method === 'GET') return [target];
	const calls = [JSON.parse(body)].flat() as IDataObject[];
	return calls.map(
		({ method: rpcMethod, params }) =>
			`${target}\n${JSON.stringify({ method: rpcMethod, params })}`,
	);
}

/** Whether a row sends more than its page shows: what its code asks for, or another name of its method. */
const sendsMore = ({ row }: Row): boolean => 'run' in row || 'alternatives' in row;

const devnet = useDevnet({ separate: true });
const engine = useEngine(devnet);

let scene: Scene;
beforeAll(async () => void (scene = await makeScene(devnet)));

test('every operation has its page', () => {
	for (const [node, ofNode] of pages) {
		const operations = rows.filter(({ description }) => description.name === node);
		expect(ofNode.map(({ heading }) => heading).sort()).toEqual(operations.map(nameRow).sort());
	}
});

const cases = rows.map(
	(at) => [`${at.description.name} ${at.resource} ${at.operation}`, at, findPage(at)] as const,
);
const compared: string[] = [];

test.each(cases)('the page of %s shows what a run sends and returns', async (name, at, page) => {
	const run = async (parameters: INodeParameters) =>
		await engine.runNode(at.description.name, {
			...parameters,
			...(at.fields.some(({ name: field }) => field === 'timeLimit') && { timeLimit: 1 }),
			...(at.row.simplify && { simplify: false }),
		} as INodeParameters);
	const shownRun = await run(page.parameters);
	const sent = devnet.log.flatMap(writeRequests);
	const shown = shownRun.error || sendsMore(at) ? sent.slice(0, page.requests.length) : sent;
	expect(shown.sort()).toEqual([...page.requests].sort());

	const isSomething = (json: IDataObject) => !isDeepStrictEqual(json, page.nothing);
	const recordsOf = ({ items, error }: RunResult) =>
		error ? [] : jsonOf(items).filter(isSomething);
	if (!page.fields.length) return;
	let records = recordsOf(shownRun);
	if (!records.length) records = recordsOf(await run(enterKnown(scene, at, page.parameters)));
	if (!records.length) return;
	compared.push(name);
	const returned = [...new Set(records.flatMap((record) => Object.keys(record)))];
	expect(returned.filter((field) => !page.fields.includes(field))).toEqual([]);
});

test('most pages that name fields are compared with items', () => {
	const naming = [...pages.values()].flat().filter(({ fields }) => fields.length > 0);
	expect(compared.length).toBeGreaterThan((naming.length * 2) / 3);
});
