/** What both kinds of events share: the memory of a poll, and the guess whether n8n publishes a workflow with it. */
import type { IPollFunctions } from 'n8n-workflow';
import { isActivation } from '../../nodes/Trigger/activation';
import type { Stored } from '../../nodes/feeds/stored';
import { lastStored, Memory } from '../../nodes/Trigger/memory';

interface Cursor {
	at: number;
}
/** Static data as n8n loads it from its database. */
const load = (at?: number): Stored<Cursor> => (at === undefined ? {} : { cursor: { at } });

describe('the memory of a poll', () => {
	test('redelivers in the first poll over loaded data, until a poll has stored its result', () => {
		const stored = load(1);
		expect(new Memory(stored, true).redelivers).toBe(true);
		const memory = new Memory(stored, true);
		expect(memory.redelivers).toBe(true);
		memory.store({ at: 2 });
		expect(stored.cursor).toEqual({ at: 2 });
		expect(new Memory(stored, true).redelivers).toBe(false);
		expect(new Memory(structuredClone(stored), true).redelivers).toBe(true);
	});

	test('never redelivers without the option', () => {
		expect(new Memory(load(1), false).redelivers).toBe(false);
	});

	test.each([undefined, 1])('is overtaken by a poll that stores another cursor over %s', (at) => {
		const stored = load(at);
		const [slow, quick] = [new Memory(stored, false), new Memory(stored, false)];
		expect(slow.isOvertaken).toBe(false);
		quick.store({ at: 2 });
		expect(slow.isOvertaken).toBe(true);
	});

	test('is overtaken by a poll that stored its result from another copy, also shortly before this one began', () => {
		const at = Date.now();
		const pollAt = (seconds: number, node = 'of copies') => ({ node, began: at + seconds * 1000 });
		const quick = new Memory(load(1), false, pollAt(0));
		const overlapping = new Memory(load(1), false, pollAt(0));
		quick.store({ at: 2 });
		expect(overlapping.isOvertaken).toBe(true);
		// n8n may take long from loading the copy to the poll.
		expect(new Memory(load(1), false, pollAt(20)).isOvertaken).toBe(true);
		// A minute later, the same memory means that n8n did not keep the result.
		expect(new Memory(load(1), false, pollAt(60)).isOvertaken).toBe(false);
		expect(new Memory(load(2), false, pollAt(20)).isOvertaken).toBe(false);
		expect(new Memory(load(1), false, pollAt(20, 'of another trigger')).isOvertaken).toBe(false);
	});

	test('is overtaken so in the first polls after a publication, whose copies hold no cursor', () => {
		const at = Date.now();
		const pollAt = (seconds: number) => ({ node: 'just published', began: at + seconds * 1000 });
		const [quick, overlapping] = [0, 0].map(
			(seconds) => new Memory(load(), false, pollAt(seconds)),
		);
		quick.store({ at: 2 });
		expect(overlapping.isOvertaken).toBe(true);
		expect(new Memory(load(2), false, pollAt(20)).isOvertaken).toBe(false);
		expect(new Memory(load(), false, pollAt(60)).isOvertaken).toBe(false);
	});

	test('leaves the copy of an overtaken poll as it was loaded, and a shared memory alone', () => {
		const poll = { node: 'giving up', began: Date.now(), loaded: { cursor: undefined } };
		const copy = load(5);
		new Memory(copy, false, poll).giveUp();
		expect(copy).toEqual({});
		const shared = load(5);
		const [slow, quick] = [0, 0].map(() => new Memory(shared, false, poll));
		quick.store({ at: 6 });
		slow.giveUp();
		expect(shared).toEqual(load(6));
	});

	test('is not overtaken by a poll that found nothing new', () => {
		const poll = { node: 'without news', began: Date.now() };
		new Memory(load(1), false, poll).store({ at: 1 });
		expect(new Memory(load(1), false, poll).isOvertaken).toBe(false);
	});

	test('of triggers that are gone leaves nothing in the process, and of those that run a few bytes', () => {
		const real = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(real);
		try {
			const memory = 'x'.repeat(8000);
			for (let i = 0; i < 1000; i++) {
				clock.mockReturnValue(real + i * 1000);
				const poll = { node: `of trigger ${i}`, began: Date.now() };
				new Memory({ cursor: memory }, false, poll).store(`${i}`);
			}
			expect(lastStored.get('of trigger 999')!.from.length).toBeLessThan(50);
			expect(lastStored.size).toBeLessThan(400);
			clock.mockReturnValue(real + 3_600_000);
			const poll = { node: 'of the last one', began: Date.now() };
			new Memory(load(1), false, poll).store({ at: 2 });
			expect(lastStored.size).toBe(1);
		} finally {
			clock.mockRestore();
		}
	});

	test('is overtaken by a redelivery that has changed nothing', () => {
		const stored = load(1);
		const [slow, quick] = [new Memory(stored, true), new Memory(stored, true)];
		quick.store({ at: 1 });
		expect(slow.isOvertaken).toBe(true);
	});
});

describe('a poll that publishes a workflow', () => {
	const pollOf = (mode: 'activate' | 'update' | 'init') =>
		({ getActivationMode: () => mode }) as unknown as IPollFunctions;

	test('is the first one over static data that n8n keeps', () => {
		const stored = {};
		expect(isActivation(pollOf('activate'), stored, 'kept')).toBe(true);
		expect(isActivation(pollOf('update'), stored, 'kept')).toBe(false);
		// Publishing again loads the data anew, and is called an update.
		expect(isActivation(pollOf('update'), {}, 'kept')).toBe(true);
	});

	test('is named by n8n where each poll has static data of its own', () => {
		expect(isActivation(pollOf('activate'), {}, 'durable')).toBe(true);
		expect(isActivation(pollOf('update'), {}, 'durable')).toBe(false);
		expect(isActivation(pollOf('update'), {}, 'durable')).toBe(false);
		expect(isActivation(pollOf('init'), {}, 'durable')).toBe(true);
	});

	test('of one trigger says nothing of another', () => {
		expect(isActivation(pollOf('activate'), {}, 'first')).toBe(true);
		expect(isActivation(pollOf('update'), {}, 'second')).toBe(true);
	});
});
