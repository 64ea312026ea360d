/** Pending transactions: what waits, and what falls out. */
import type { IDataObject } from 'n8n-workflow';
import { Executions } from '../../nodes/Stream/executions';
import { Pending } from '../../nodes/Stream/pending';

async function listen(complete?: (transaction: unknown) => Promise<unknown>) {
	const closing = new AbortController();
	const started: IDataObject[] = [];
	const finishes: Array<() => void> = [];
	const executions = new Executions(
		{ scope: 'scope', mostUnfinished: 1 },
		{
			toItem: () => ({}),
			start: (items, _key, waiter) => {
				started.push(...items);
				finishes.push(waiter!.finished);
			},
			closing: closing.signal,
			report: () => {},
			now: () => 0,
		},
	);
	const toItem = (hash: unknown, missed: number) => ({ hash: hash as string, missed });
	const pending = new Pending(executions, { toItem, complete }, closing.signal);
	const ended = pending.run();
	const settle = async () => await new Promise((resolve) => setTimeout(resolve, 5));
	return { pending, started, finishes, settle, close: () => (closing.abort(), ended) };
}

test('each hash comes once', async () => {
	const { pending, started, finishes, settle, close } = await listen();
	for (const hash of ['0x1', '0x1', '0x2', '0x1']) pending.take(hash);
	await settle();
	finishes[0]!();
	await settle();
	await close();
	expect(started.map(({ hash }) => hash)).toEqual(['0x1', '0x2']);
});

test('those that fall out are counted in the next item [S4]', async () => {
	const { pending, started, finishes, settle, close } = await listen();
	pending.take('first');
	await settle();
	for (let i = 0; i < 1_200; i++) pending.take(`0x${i}`);
	finishes[0]!();
	await settle();
	finishes[1]!();
	await settle();
	await close();
	expect(started.slice(0, 3)).toEqual([
		{ hash: 'first', missed: 0 },
		{ hash: '0x200', missed: 200 },
		{ hash: '0x201', missed: 0 },
	]);
});

test('one that waits for its receipt holds up no other', async () => {
	const answers: Array<(receipt: unknown) => void> = [];
	const { pending, started, finishes, settle, close } = await listen(
		async () => await new Promise((resolve) => answers.push(resolve)),
	);
	for (const hash of ['0x1', '0x2', '0x3']) pending.take(hash);
	answers[2]!('0x3');
	await settle();
	finishes[0]!();
	answers[1]!(undefined);
	answers[0]!('0x1');
	await settle();
	await close();
	expect(started.map(({ hash }) => hash)).toEqual(['0x3', '0x1']);
});
