/** Reads the pages of a list one by one, until enough records are there. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer, Failure } from '../../errors';
import type { Call, Client } from '../../network/client';
import type { Tally } from '../hints';
import { Sieve } from '../identity';
import { pageSizeOf, type RpcPages, type Selection, type Values } from '../operations';
import { nextTokenOf, walkPages } from '../paging';
import { countPage, cutWhole, noteCut, toItems } from './items';
import { completeItems, countMissing } from './requested';
import { selectionOf, type SentTask, type Task } from './task';

/** How to request the pages of a task. `T` is the token of a page. */
interface Pages<T> {
	first?: T;
	callFor: (token: T | undefined, left: number) => Call;
	nextOf: (result: unknown, token: T | undefined) => T | undefined;
	/** True if a page after which another one is asked for can be the last. */
	mayBeLast?: true;
}

export const pagesByFields = (
	{ values, toCall }: SentTask,
	{ ask, next }: RpcPages,
): Pages<Values> => ({
	callFor: (asked = values, left) => toCall(ask(asked, left)),
	nextOf: (page, asked = values) => next(page, asked),
	mayBeLast: true,
});

/** Pages by the services' tokens. A node's answer is always the only page. */
export function pagesByToken(task: SentTask): Pages<string> {
	const { operation, call, output, most } = task;
	const bounds = pageSizeOf(operation);
	// A page size or token in the user's own query takes precedence.
	const own: Record<string, unknown> = call.kind === 'rest' ? call.query : {};
	const isOne = output.kind === 'record';
	const wanted = task.tally?.noun ? Infinity : most;
	const largest = isOne || bounds?.unknown ? undefined : bounds && Math.min(wanted, bounds.max);
	const pageSize = own.pageSize ?? task.pageSize ?? largest;
	return {
		first: (own.pageToken ?? task.pageToken) as string | undefined,
		callFor: (pageToken) =>
			call.kind === 'rest' ? { ...call, query: { ...call.query, pageSize, pageToken } } : call,
		nextOf: (result) => (isOne || !bounds ? undefined : nextTokenOf(result)),
	};
}

interface TaskPage<T> {
	/** As cut from the answer. */
	records: IDataObject[];
	/** Records that no earlier page had. */
	fresh: IDataObject[];
	isRepeated: boolean;
	/** Time of the request, in ms since 1970. */
	at: number;
	next?: T;
}

export const readTaskPages = async <T>(
	client: Client,
	task: Task,
	pages: Pages<T>,
): Promise<Answer<IDataObject[]>> => await new ListReading(client, task, pages).run();

class ListReading<T> {
	private readonly items: IDataObject[] = [];
	private readonly select: Selection | undefined;
	private readonly sieve: Sieve;

	constructor(
		private readonly client: Client,
		private readonly task: Task,
		private readonly pages: Pages<T>,
	) {
		this.select = task.tally && selectionOf(task.operation, task.values);
		this.sieve = new Sieve(task.operation.identity);
	}

	async run(): Promise<Answer<IDataObject[]>> {
		const pages = walkPages<TaskPage<T>>({
			read: async (token) => await this.read(token),
			first: this.pages.first,
			isEmpty: ({ records }) => !records.length,
			isRepeated: ({ isRepeated }) => isRepeated,
			hint: 'The service is at fault. Try again later, or turn off Return All and set a limit.',
		});
		for await (const page of pages) {
			if (!page.ok && !this.keepsWhatIsRead(page.failure)) return page;
			if (!page.ok) break;
			this.take(page.result);
			if (this.isDone(page.result)) break;
		}
		return { ok: true, result: this.finish() };
	}

	private async read(token: T | undefined): Promise<Answer<TaskPage<T>>> {
		const { client, task, pages, sieve } = this;
		const at = Date.now();
		const call = pages.callFor(token, task.most - this.items.length);
		const answer = call.kind === 'rpc' ? await client.rpc(call) : await client.rest(call);
		if (!answer.ok) return answer;
		const { result } = answer;
		const whole = cutWhole(result, task.output);
		if (!whole.ok) return whole;
		const { result: records } = whole;
		const comesInPages = !task.asItCame && task.operation.identity !== undefined;
		const brought = comesInPages ? sieve.take(records) : { records, isRepeated: false };
		const { records: fresh, isRepeated } = brought;
		const next = pages.nextOf(result, token);
		const completed = await this.complete(fresh);
		if (!completed.ok) return completed;
		return { ok: true, result: { records, fresh: completed.result, isRepeated, at, next } };
	}

	private async complete(records: IDataObject[]): Promise<Answer<IDataObject[]>> {
		const { client, task } = this;
		const { operation, values, lastStep, asItCame } = task;
		const asIs: Answer<IDataObject[]> = { ok: true, result: records };
		const isWanted = lastStep === 'simplify' && !asItCame && records.length > 0;
		if (!isWanted || !('completePage' in operation)) return asIs;
		return (await operation.completePage?.(records, { client, values })) ?? asIs;
	}

	/** A tool that may send no more requests returns the items it has rather than nothing. */
	private keepsWhatIsRead({ kind }: Failure): boolean {
		const { tally } = this.task;
		if (kind !== 'used-up' || !this.items.length) return false;
		if (tally) Object.assign(tally, { isUsedUp: true, missing: undefined });
		return true;
	}

	private take({ fresh, at }: TaskPage<T>): void {
		const { task, select, items } = this;
		const { values, most, tally } = task;
		const wanted = select ? fresh.filter((record) => select.isWanted(record, values)) : fresh;
		const room = Math.max(0, most - items.length);
		const made = toItems(wanted, task, at);
		// One by one: a spread of some hundred thousand records overflows the stack.
		for (const item of made) items.push(item);
		countPage(task, fresh, select ? wanted.length : made.length, items.length);
		countMissing(task, wanted);
		if (tally) this.countUnpriced(wanted, room, tally);
	}

	/** Counts the records without a price among those within the limit. */
	private countUnpriced(wanted: IDataObject[], room: number, tally: Tally): void {
		const { select } = this;
		if (!select?.isUnpriced) return;
		const unpriced = wanted.slice(0, room).filter(select.isUnpriced);
		tally.unpriced = (tally.unpriced ?? 0) + unpriced.length;
		if (unpriced.some((record) => select.isPriceToCome?.(record))) tally.isPriceToCome = true;
	}

	/** True if no wanted record can follow, or the limit is reached. */
	private isDone({ records, next }: TaskPage<T>): boolean {
		const { task, select, items } = this;
		if (select && isPastPage(records, select, task.values)) return true;
		if (items.length < task.most) return false;
		if (next !== undefined) this.noteRest();
		return true;
	}

	/** The pages that are not read may have more records, and those that were not found so far. */
	private noteRest(): void {
		const { task, select, pages } = this;
		noteCut(task, !select && !pages.mayBeLast);
		if (task.tally) task.tally.missing = undefined;
	}

	private finish(): IDataObject[] {
		const { operation, values, most, asItCame } = this.task;
		const items = completeItems(this.items, this.task, Date.now());
		if (items.length > most) noteCut(this.task, true);
		const isReversed = !asItCame && 'path' in operation && operation.isReversed?.(values) === true;
		const kept = items.length > most ? items.slice(0, most) : items;
		return isReversed ? kept.reverse() : kept;
	}
}

/** True if no wanted record can follow the page. Looks at two records, because one may have a false time. */
function isPastPage(records: IDataObject[], { isPast }: Selection, values: Values): boolean {
	const last = records.slice(-2);
	return last.length > 0 && last.every((record) => isPast(record, values));
}
