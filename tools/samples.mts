/** Sample items of the operations: by spec/, and what the rows say of themselves. */
import type { IDataObject } from 'n8n-workflow';
import { evmMethods } from '../spec/evmMethods.mts';
import type { Type } from '../spec/grammar.mts';
import { endpoints, methods, nodeGets } from '../spec/index.mts';
import { nameRecord, typeOfItem } from '../spec/items.mts';
import { sampleOf } from '../spec/make.mts';
import type { Row } from './groups.mts';

/** An item of the operation without Simplify, with a value for each of its fields; empty where nothing is known. */
export function sampleOfRow(at: Row): IDataObject {
	const own = ('returns' in at.row && at.row.returns) || [];
	return { ...sampleBySpec(at), ...Object.fromEntries(own.map((name) => [name, '0x1'])) };
}

function sampleBySpec({ row, method: name, output }: Row): IDataObject {
	const has = (field: string) => row.params?.some((param) => param.name === field);
	const evm = evmMethods.find(({ method }) => method === name);
	// Chains of two kinds may answer one method, and real nodes and services return more than the documents name.
	const described = [...methods, ...endpoints, ...nodeGets.filter(({ isText }) => !isText)]
		.filter((entry) => ('method' in entry ? entry.method : entry.path) === name)
		.flatMap(
			({ answer }): Array<Type | 'success' | 'null'> =>
				answer === 'success' ? [answer] : [answer.document, answer.real],
		);
	const answers = described.length ? described : evm ? [evm.result] : [];
	const known = answers.filter((answer) => answer !== 'success' && answer !== 'null');
	if (!answers.length || known.length < answers.length) return {};
	// Without a tracer, a trace holds the steps, not the calls that spec/ describes.
	if (!output || has('function') || name.startsWith('debug_trace')) return {};
	// What the row reads out of the bytes that a contract answers with.
	if ('run' in row && row.run && evm && known.some(({ kind }) => kind === 'leaf')) return {};
	const as = ('as' in output && output.as) || 'value';
	const items = evm?.item
		? [nameRecord(evm.item, as)]
		: known.map((answer) => typeOfItem(output, answer));
	const records = items.filter((item) => item.kind === 'record');
	// A map may hold any fields.
	if (records.length < items.length) return {};
	const decoded = has('events') ? { event: '0x1', signature: '0x1', args: {} } : {};
	const fields = records.flatMap((item) =>
		item.fields.map(({ name: field, type }) => [field, sampleOf(type)]),
	);
	return { ...decoded, ...(Object.fromEntries(fields) as IDataObject) };
}
