/** One question of an operation over three items, of which one gets a disturbed answer. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';
import { demoL1Chain, type Devnet, startDevnet } from '../../devnet/devnet.mts';
import { type Dice, throwDice } from '../../devnet/ids.mts';
import { isObject } from '../../spec/check.mts';
import { makeScene } from '../support/contractScene.mts';
import type { Engine, Limits, RunResult } from '../support/engine.mts';
import { type Call, type Json, keyOf, listSpots, type Path } from './answers.mts';
import { type Around, type Change, changes, everNewTokens, madeUpToken } from './changes.mts';
import { nextMoment, standAt } from './clock.mts';
import { compareItems } from './compare.mts';
import { connectTo } from './credentials.mts';
import { applyChange, type Disturbance } from './disturbance.mts';
import type { Changed, Meddler, Passing, Proxy } from './proxy.mts';
import type { Judged, Result } from './report.mts';
import { type Asked, itemsOfRun, listAsked } from './rows.mts';
import { judgeOutput, secret } from './rules.mts';
import { whyUnseen } from './unseen.mts';

/** One answer that an operation gets, and which of its items asked for it. */
interface Known {
	call: Call;
	answer: Json;
	items: Set<number>;
	subject?: Json;
	chain?: Json;
	before?: Json[];
}

interface Choice {
	known: Known;
	path: Path;
	change: Change;
}

interface Prepared {
	asked: Asked;
	seen: Choice[];
	unseen: Choice[];
	/** Of a run of three items. */
	requests: number;
}

/** One in so many cases of an operation has a change that cannot be seen. */
const oneUnseen = 5;
const pageSize = 10;
/** An operation whose list takes more requests than that is read up to its limit. */
const mostPages = 24;

interface Choices {
	lasting: boolean;
	simplify: boolean;
	limits: Limits;
}

export class Operations {
	/** Those that the network has nothing for. */
	readonly notPlayed: string[] = [];
	private readonly engine: Engine;
	private readonly proxy: Proxy;
	private readonly seed: number;
	private asked: Asked[] = [];
	private readonly prepared = new Map<Asked, Promise<Prepared>>();
	private devnet!: Devnet;
	/** Answers to questions of every kind. */
	private others: Json[] = [];

	constructor(engine: Engine, proxy: Proxy, seed: number) {
		[this.engine, this.proxy, this.seed] = [engine, proxy, seed];
	}

	/** Starts the network, and finds the operations that it answers. */
	async open(): Promise<void> {
		standAt(nextMoment());
		this.devnet = await startDevnet({ validators: 10, rewards: 300 });
		const scene = await makeScene(this.devnet);
		this.stand();
		const asked = await listAsked(scene);
		for (const one of asked) {
			const { items, error } = await this.run(one);
			const isAnswered = !error && items.some(({ json }) => json.error === undefined);
			if (isAnswered) this.asked.push(one);
			else this.notPlayed.push(one.name);
		}
		const evm: Call = { host: 'node', url: '/ext/bc/C/rpc' };
		this.others = await Promise.all(
			[
				{ ...evm, method: 'eth_blockNumber', params: [] },
				{ ...evm, method: 'eth_getBlockByNumber', params: ['0x1', false] },
				{ ...evm, url: '/ext/info', method: 'info.getNodeID', params: {} },
				{ host: 'data' as const, url: '/v1/chains' },
			].map(async (call) => await this.proxy.ask(call)),
		);
	}

	async close(): Promise<void> {
		await this.devnet.close();
	}

	get count(): number {
		return this.asked.length;
	}

	private stand(): void {
		this.proxy.standBefore(this.devnet.url, { keeps: this.kept, pageSize });
	}
	private readonly kept = new Map();

	private async run({ row, parameters, items }: Asked, limits: Limits = {}): Promise<RunResult> {
		return await this.engine.runNode(row.description.name, parameters, {
			items: items.map((json) => ({ json })),
			limits,
			onError: 'continueRegularOutput',
			credentials: connectTo(this.proxy.url),
		});
	}

	/** Runs an operation as it is, for the answers that it gets. */
	private async listen(asked: Asked): Promise<{ passings: Passing[]; requests: number }> {
		const passings: Passing[] = [];
		this.proxy.begin({ change: (passing) => void passings.push(passing) });
		await this.run(asked);
		return { passings, requests: this.proxy.requests };
	}

	private async prepare(asked: Asked): Promise<Prepared> {
		const whole = { ...asked, parameters: { ...asked.parameters, returnAll: true } };
		const all = await this.listen(whole);
		const played = all.requests <= mostPages ? whole : asked;
		const { passings, requests } = played === whole ? all : await this.listen(asked);
		const known = new Map<string, Known>();
		for (const { calls, answers } of passings)
			for (const [i, call] of calls.entries())
				known.set(keyOf(call), { call, answer: answers[i], items: new Set() });
		for (const [i, item] of asked.items.entries())
			for (const { calls } of (await this.listen({ ...played, items: [item] })).passings)
				for (const call of calls) known.get(keyOf(call))?.items.add(i);
		const list = [...known.values()];
		for (const one of list) Object.assign(one, await this.findOthers(one, list));
		const sorted = list.toSorted((a, b) => (keyOf(a.call) < keyOf(b.call) ? -1 : 1));
		return { asked: played, requests, ...this.listChoices(played, sorted) };
	}

	/** What may come in place of an answer. */
	private async findOthers({ call, answer }: Known, all: Known[]): Promise<Partial<Known>> {
		const [path, query] = call.url.split('?');
		const isAlike = (other: Call): boolean =>
			other.method === call.method &&
			other.url.split('/').length === call.url.split('/').length &&
			(call.method ? keyOf(other) !== keyOf(call) : other.url.split('?')[0] !== path);
		const url = call.url
			.replace('/bc/C/', `/bc/${demoL1Chain.blockchainId}/`)
			.replace('/chains/43114/', '/chains/43113/');
		const chain = url === call.url ? undefined : await this.proxy.ask({ ...call, url });
		const isPage = query?.includes('pageToken=');
		const earlier = all.slice(
			0,
			all.findIndex((other) => other.answer === answer),
		);
		const before = isPage && earlier.findLast((other) => other.call.url.split('?')[0] === path);
		return {
			subject: all.find((other) => isAlike(other.call))?.answer,
			chain: isObject(chain) && !chain.error && !chain.statusCode ? chain : undefined,
			before: before ? Object.values(before.answer as object).find(Array.isArray) : undefined,
		};
	}

	/** Every change of every field of every answer, in an order of the seed's: so these do not come as they arrived. */
	private listChoices({ name }: Asked, all: Known[]): Pick<Prepared, 'seen' | 'unseen'> {
		const [seen, unseen]: [Choice[], Choice[]] = [[], []];
		const dice = throwDice(this.seed, 'order', name);
		for (const known of all) {
			const { call, answer } = known;
			const around = this.around(known, dice);
			const spots = listSpots(answer, call);
			// Call Any gives one page as it came.
			const isOfList = !call.method && !name.endsWith(' endpoint call');
			const isLastPage = isOfList && isObject(answer) && !answer.nextPageToken;
			for (const spot of spots)
				for (const change of isLastPage ? [...changes, everNewTokens] : changes) {
					if (change.isOfSocket || !change.fits(spot, around)) continue;
					const why = whyUnseen(change.name, { call, spot, spots, name });
					(why ? unseen : seen).push({ known, path: spot.path, change });
				}
		}
		return { seen: dice.shuffle(seen), unseen: dice.shuffle(unseen) };
	}

	private around({ subject, chain, before, call }: Known, dice: Dice): Around {
		const token = new URLSearchParams(call.url.split('?')[1]).get('pageToken') ?? undefined;
		const now = Math.floor(Date.now() / 1000);
		const others = this.others.filter((_, i) => (call.method ? i < 3 : i === 3));
		return { dice, now, subject, chain, before, token, call: dice.pick(others), secret };
	}

	/** Plays one case: its operation, its disturbance, and what came of it. */
	async play(number: number): Promise<Judged> {
		const { asked: all, seed } = this;
		const asked = all[number % all.length]!;
		const visit = Math.floor(number / all.length);
		const dice = throwDice(seed, 'operation', number);
		standAt(nextMoment());
		this.stand();
		if (!this.prepared.has(asked)) this.prepared.set(asked, this.prepare(asked));
		const prepared = await this.prepared.get(asked)!;
		const isUnseen = prepared.unseen.length > 0 && visit % oneUnseen === oneUnseen - 1;
		const choices = isUnseen || !prepared.seen.length ? prepared.unseen : prepared.seen;
		const nth = isUnseen ? Math.floor(visit / oneUnseen) : visit - Math.floor(visit / oneUnseen);
		return await this.disturb(prepared, choices[nth % choices.length]!, dice);
	}

	private async disturb(
		{ asked, requests }: Prepared,
		choice: Choice,
		dice: Dice,
	): Promise<Judged> {
		const { lasting, simplify, limits }: Choices = {
			lasting: dice.chance(0.5),
			simplify: dice.chance(0.75),
			limits: { retries: 1, batchSize: dice.pick([1, 40]) },
		};
		const played = {
			...asked,
			parameters: { ...asked.parameters, ...(!simplify && { simplify }) },
		};
		const moment = nextMoment();
		standAt(moment);
		this.proxy.begin();
		const truth = await this.run(played, limits);
		const throwAgain = dice.between(0, 1e9);
		const around = () => this.around(choice.known, throwDice(throwAgain));
		const told = new Disturber(asked.name, choice, around, lasting);
		const most = requests * 3 + 20;
		standAt(moment);
		this.proxy.begin(told.meddler, most);
		const log = this.engine.logLines;
		log.length = 0;
		const run = await this.run(played, limits);
		const result = judge(truth, run, told);
		const broken = judgeOutput(run.items, [run.error], log);
		if (this.proxy.requests > most)
			broken.push(
				`the list is read without end: ${this.proxy.requests} requests in place of ${requests}`,
			);
		return {
			name: asked.name,
			disturbances: told.first ? [told.first] : [],
			results: told.first ? result.results : [],
			broken: [...result.broken, ...broken],
		};
	}
}

/** Changes one answer of a run, once or whenever it comes. */
class Disturber {
	first: Disturbance | undefined;
	/** Items that the answers were for. */
	readonly items = new Set<number>();
	private readonly name: string;
	private readonly choice: Choice;
	/** The same dice whenever an answer comes. */
	private readonly around: () => Around;
	private readonly lasting: boolean;
	private tokens = 0;

	constructor(name: string, choice: Choice, around: () => Around, lasting: boolean) {
		[this.name, this.choice, this.around, this.lasting] = [name, choice, around, lasting];
	}

	get meddler(): Meddler {
		return {
			change: (passing) => this.change(passing),
			lead: (url) => (url.includes(madeUpToken) ? this.choice.known.call.url : url),
		};
	}

	private change({ calls, answers, isBatch }: Passing): Changed | undefined {
		const { known, path, change } = this.choice;
		const at = calls.findIndex((call) => keyOf(call) === keyOf(known.call));
		if (at < 0 || (this.first && !this.lasting && change !== everNewTokens)) return undefined;
		const [call, answer] = [calls[at]!, answers[at]];
		const spots = listSpots(answer, call);
		const spot = spots.find((one) => isDeepStrictEqual(one.path, path))!;
		const of = { call, spot, spots, name: this.name };
		const { body, disturbance } = applyChange(change, answer, of, this.around());
		this.first ??= disturbance;
		// A batch that is lost is lost for all.
		for (const item of isBatch && change.travel ? Array(itemsOfRun).keys() : known.items)
			this.items.add(item);
		if (change === everNewTokens)
			return { body: { ...(answer as object), nextPageToken: `${madeUpToken}${++this.tokens}` } };
		return { body: isBatch ? answers.with(at, body) : body, travel: change.travel };
	}
}

/** A check of the connections says of each host what is wrong with it, and a report notes what it could not read. */
const saysWhy = (was: IDataObject[], is: IDataObject[]): boolean =>
	is.some(({ data, metrics, node, notes }, i) => {
		const hosts = [data, metrics, node].filter(isObject);
		const noted = new Set(listNotes(was[i]));
		return (
			hosts.some(({ status }) => status === 'failed') ||
			listNotes({ notes }).some((note) => !noted.has(note))
		);
	});
/** One note counts all that it is about, so more of the same stands in other words. */
const listNotes = (json: IDataObject | undefined): unknown[] => (json?.notes ?? []) as unknown[];
const itemOf = ({ pairedItem }: INodeExecutionData): number | undefined =>
	isObject(pairedItem) ? (pairedItem.item as number) : undefined;
const jsonOf = (items: INodeExecutionData[], of: number): IDataObject[] =>
	items.filter((item) => itemOf(item) === of).map(({ json }) => bare(json));

/** An item without what it has only because other items of the run have it: columns of nothing, exact texts of small numbers. */
function bare(json: IDataObject): IDataObject {
	const repeats = (name: string, value: unknown): boolean =>
		name.endsWith('Exact') && value === String(json[name.slice(0, -'Exact'.length)]);
	const own = Object.entries(json).filter(
		([name, value]) =>
			value !== null && !repeats(name, value) && !(name === 'found' && value === true),
	);
	return Object.fromEntries(own) as IDataObject;
}

/** Whether the items that nothing disturbed are right and linked, and the others right, or refused in words. */
function judge(
	truth: RunResult,
	run: RunResult,
	{ first, items }: Disturber,
): { results: Result[]; broken: string[] } {
	const broken: string[] = [];
	const results: Result[] = [];
	if (!first) return { results, broken };
	if (run.error && items.size < itemsOfRun)
		broken.push(`the whole run failed: ${run.error.message}`);
	for (const { json, pairedItem } of run.items)
		if (itemOf({ json, pairedItem }) === undefined) broken.push('an item is linked to none');
	for (let item = 0; item < itemsOfRun; item++) {
		const [was, is] = [jsonOf(truth.items, item), jsonOf(run.items, item)];
		const isRefused =
			run.error !== undefined || is.some(({ error }) => error !== undefined) || saysWhy(was, is);
		if (!items.has(item)) {
			if (!run.error && !isDeepStrictEqual(was, is))
				broken.push(`item ${item}, which nothing disturbed, differs`);
			continue;
		}
		const outcome =
			isRefused && !isDeepStrictEqual(was, is) ? 'refused' : compareItems(was, is, first);
		if (typeof outcome === 'string') results.push(outcome);
		else broken.push(`item ${item}: ${outcome.wrong}`);
	}
	return { results, broken };
}
