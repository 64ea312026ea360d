/** An answer that is not what its operation expects fails its own item, in plain words: every operation, every kind of oddness. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { listRows, makeExample, type Row, toParameters } from '../../tools/groups.mts';
import { type Engine, loadEngine, type NodeOptions } from './harness.mts';

let engine: Engine;
let server: Awaited<ReturnType<typeof startRaw>>;
beforeAll(async () => {
	[engine, server] = await Promise.all([loadEngine(), startRaw()]);
});
afterAll(() => {
	server.close();
	engine.close();
});

/** Answers each call with the next of these texts of JSON, the last one for ever: as result of a call, as body of a GET. */
async function startRaw() {
	let answers: string[] = [];
	const next = () => (answers.length > 1 ? answers.shift()! : answers[0]);
	const listener = createServer(async (incoming, outgoing) => {
		let body = '';
		for await (const chunk of incoming) body += String(chunk);
		const reply = ({ id }: { id: number }) => `{"jsonrpc":"2.0","id":${id},"result":${next()}}`;
		const calls = body ? JSON.parse(body) : undefined;
		const text = !calls ? next() : Array.isArray(calls) ? `[${calls.map(reply).join()}]` : reply(calls);
		outgoing.writeHead(200, { 'content-type': 'application/json' }).end(text);
	});
	await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
	const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
	return {
		credentials: { avalancheApi: { nodeUrl: url, dataUrl: url, metricsUrl: url } },
		answerWith(texts: string[]) {
			answers = [...texts];
		},
		close() {
			listener.closeAllConnections();
			listener.close();
		},
	};
}

/** What may stand where something else is expected, as JSON. */
const odd = [
	...['null', 'true', '0', '-1', '1.5', '1e400', '123456789012345678901234567890', `1${'0'.repeat(900)}`],
	...['""', '" "', '"null"', '"NaN"', '"0x"', '"0xzz"', '"0x1"', `"0x${'f'.repeat(300)}"`, '"text"', '"1e9999"'],
	...['[]', '[null]', '[[]]', '[5]', '["x"]', '[{}]', '[[null,5,"x",{}]]'],
	...['{}', '{"a":null}', '{"0":{"1":[null]}}', '{"__proto__":null,"constructor":5,"toString":7,"length":-1}'],
];

/** Names that code looks for somewhere, in answers of any operation. */
const names = [
	...['blockNumber', 'number', 'hash', 'timestamp', 'transactions', 'status', 'gasUsed', 'effectiveGasPrice', 'value'],
	...['storageProof', 'key', 'accounts', 'balance', 'logs', 'topics', 'data', 'address', 'reward', 'baseFeePerGas'],
	...['startIndex', 'endIndex', 'utxos', 'numFetched', 'encoding', 'nextPageToken', 'tokens', 'from', 'to'],
];

/** An object that has this under all the names that the operation may look for. */
function fill({ row }: Row, value: string): string {
	const { exact = [], numeric = [], units = [], simplify = {}, output } = row;
	const paths = [...units.flat().map(String), ...(typeof simplify === 'object' ? Object.values(simplify) : [])];
	const field = output && 'field' in output && output.field;
	const all = [...names, ...exact, ...numeric, ...paths.flatMap((path) => path.split(/[.|]/))];
	return `{${[...new Set(all)].filter((name) => name !== field).map((name) => `"${name}":${value}`)}}`;
}

/** The answer in which this stands for a record of the operation. */
function wrap({ row: { output } }: Row, record: string): string {
	const field = output && 'field' in output ? output.field : undefined;
	const part = output?.kind === 'list' ? `[${record}]` : ['map', 'lists'].includes(output?.kind ?? '') ? `{"a":${record}}` : record;
	return field === undefined ? part : `{"${field}":${part}}`;
}

/** In place of the answer, of the part that is read, of a record in it, and of each field of a record. */
const answersOf = (at: Row): string[] => [
	...odd,
	...odd.map((value) => wrap(at, value)),
	...odd.map((value) => wrap(at, fill(at, value))),
	...odd.map((value) => wrap(at, fill(at, `{"0":${value},"a":[${value}],"amount":${value}}`))),
];

async function runOdd(at: Row, answers: string[], options: NodeOptions = {}) {
	server.answerWith(answers);
	const { entered } = makeExample(at);
	const once = { maxInFlight: 1, retries: 0, timeout: 1, ...(at.group.batches && { batchSize: 1 }) };
	return await engine.runNode(
		at.description.name,
		{ ...toParameters(at, entered), ...(at.isList && { returnAll: true }), options: once },
		{ credentials: server.credentials, items: answers.map(() => ({ json: {} })), ...options },
	);
}

/** Words that are those of the machine, not for people. */
const machineWords =
	/Cannot (read|convert|mix|destructure|create|access)|is not (a function|iterable|an object|valid)|BigInt|undefined|malformed|Unexpected token|stack|requires a numerical|Invalid|\[object/i;

const waits = (at: Row) => at.resource === 'transaction' && at.operation === 'wait';
const rows = listRows().filter(({ row }) => !row.offline);
const byName = rows.filter((at) => !waits(at)).map((at) => [at.description.name, at.resource, at.operation, at] as const);

test.each(byName)('%s %s %s', async (_node, _resource, _operation, at) => {
	const { items, error } = await runOdd(at, answersOf(at), { onError: 'continueRegularOutput' });
	expect(error?.message).toBeUndefined();
	const words = items.map(({ json }) => json.error).filter((said) => said !== undefined);
	expect(words.filter((said) => machineWords.test(String(said)))).toEqual([]);
});
