/** An answer that says nothing makes no item that says success, and no item without fields: every operation, each such answer. */
import { keccak256 } from 'ethers';
import { listRows, makeExample, nameRow, type Row } from '../../tools/groups.mts';
import { everyReward } from '../support/everyReward.mts';
import { makeItems, outputOf, useNode, useRows } from '../support/useEngine.mts';
import { eachCall, reply, useScript } from '../support/useScript.mts';

/** The next of these answers the next request, the last one for ever. */
let answers: unknown[];
const next = () => (answers.length > 1 ? answers.shift() : answers[0]);
const server = useScript((request, ...rest) =>
	request.calls.length
		? eachCall(() => ({ result: next() }))(request, ...rest)
		: reply(JSON.stringify(next())),
);
const runRow = useRows(server);
const admin = useNode('avalancheAdmin', server);

const odd = [{}, [], '', '0x', false, true, 0, null, { error: 'x' }, { success: false }];

/** Nodes answer so what they have done. */
const isDone = (answer: unknown, { output }: Row): boolean =>
	output?.kind === 'success' && ['{}', 'null'].includes(JSON.stringify(answer));

const sends = [
	'eth_sendRawTransaction',
	'eth_sendTransaction',
	'eth_resend',
	'personal_sendTransaction',
	'native.issueTx',
];

function hasEffect({ row, group }: Row): boolean {
	if (!('method' in row)) return false;
	return row.effect ?? !(row.safe ?? group.safe);
}

const rows = listRows().filter(({ isOffline }) => !isOffline);
const byName = rows.map((at) => [`${at.description.name} ${nameRow(at)}`, at] as const);

test.each(byName)('%s', async (_name, at) => {
	answers = [...odd];
	const { entered } = makeExample(at, everyReward);
	const options = {
		items: makeItems(odd.length),
		limits: { parallelRequests: 1, retries: 0, ...(at.group.batches && { batchSize: 1 }) },
		onError: 'continueRegularOutput',
	} as const;
	const wait = 'timeLimit' in entered ? { timeLimit: 1 } : {};
	const { items, error } = await runRow(at, { ...entered, ...wait }, options);
	expect(error).toBeUndefined();
	const said = items.map(({ json, pairedItem }) => ({
		answer: odd[(pairedItem as { item: number }).item],
		json,
	}));
	const wrong = said.filter(
		({ answer, json }) =>
			!Object.keys(json).length || (json.success === true && !isDone(answer, at)),
	);
	expect(wrong).toEqual([]);
	const refusals = items.flatMap(({ json }) => (typeof json.error === 'string' ? json.error : []));
	const isUnsaid = (words: string) => !words.includes('It is unknown whether the node carried out');
	if (hasEffect(at)) expect(refusals.filter(isUnsaid)).toEqual([]);
	if (sends.includes(at.method)) expect(refusals.length).toBe(odd.length);
	if (at.output?.kind !== 'success') return;
	const done = said.filter(({ json }) => json.success === true);
	expect(done.map(({ answer }) => answer)).toEqual([{}, null]);
});

const raw = '0x02f86c01';
const evm = useNode('avalancheEvm', server);
const call = (method: string, parameters: unknown[] = []) =>
	evm('method', 'call', {
		chain: 'C',
		method,
		additionalFields: { parameters: JSON.stringify(parameters) },
	});

describe.each(sends.slice(0, 4))('any method, called %s', (method) => {
	test.each(odd.map((answer) => JSON.stringify(answer)))('and answered %s', async (answer) => {
		answers = [JSON.parse(answer)];
		const isRaw = method === 'eth_sendRawTransaction';
		const { error } = await call(method, isRaw ? [raw] : [{}]);
		expect(error?.message).toContain('It is unknown whether the node carried out the call');
		if (isRaw) expect(error?.message).toContain(keccak256(raw));
	});
});

test('any other method may answer an empty object, and the item shows it', async () => {
	answers = [{}];
	expect(await outputOf(call('debug_any'))).toEqual([{ result: {} }]);
});

test('words of a refusal are shown, and can neither mention nor link', async () => {
	answers = ['disk full: ask <!channel> at www.example.com'];
	const { error } = await admin('profile', 'lockProfile');
	expect(error?.message).toContain('it should be empty, and says disk full');
	expect(error?.message).not.toMatch(/<!channel>|www\.example\.com/);
});
