/** Disturbs the answers that a trigger gets: at most one of them in a poll, or in the time of a head. */
import { isDeepStrictEqual } from 'node:util';
import { writeJson } from '../../devnet/json.mts';
import { type Dice, throwDice } from '../../devnet/ids.mts';
import { isObject } from '../../spec/check.mts';
import {
	type Call,
	isRaw,
	type Json,
	keyOf,
	type Kind,
	listSpots,
	parseExact,
	putAt,
	type Spot,
	valueAt,
} from './answers.mts';
import {
	type Around,
	type Change,
	changes,
	everNewTokens,
	madeUpToken,
	type Travel,
} from './changes.mts';
import { applyChange, type Disturbance } from './disturbance.mts';
import type { Changed, Meddler, Passing } from './proxy.mts';
import { secret } from './rules.mts';
import { whyUnseen } from './unseen.mts';

/** What is done in one round. */
interface Plan {
	dice: Dice;
	/** The answer that is changed, and whether its repetitions are, too. */
	nth: number;
	lasting: boolean;
	wantsUnseen: boolean;
	/** Whether a record stays wrong, one that is dated ahead more often. */
	stays: boolean;
	staysAhead: boolean;
}

export interface Applied extends Disturbance {
	round: number;
	/** The true answer and what came in its place, as text. */
	texts: string;
	/** The record of a list that was changed, as text; the whole answer where there is none. */
	record: string;
}

const ofSocket: Array<Travel | undefined> = [
	undefined,
	'cutBefore',
	'half',
	'html',
	'held',
	'repeated',
	'late',
	'takenBack',
];

/** By what the lists of services are in order. */
const sortsBy = /^(timestamp|endTimestamp|blockNumber)$/;
const pathOf = ({ url }: Call): string => url.split('?')[0]!;
/** What dates a record ahead of all others. */
const ahead = { milliseconds: true, farFuture: true, farAhead: true };

/** What leads a feed on, and so may lead it astray. */
const steering: Kind[] = ['time', 'height', 'head', 'token'];

export class EventMeddler implements Meddler {
	readonly applied: Applied[] = [];
	private readonly name: string;
	private readonly seed: Array<string | number>;
	/** Of all rounds, those that are disturbed; all where none is named. */
	private readonly only: number[] | undefined;
	private plan: Plan | undefined;
	private round = 0;
	private passed = 0;
	private target: string | undefined;
	/** A list that is made endless, and how often it came. */
	private endless: { url: string; tokens: number } | undefined;
	/** A record, or a field beside all records, that stays wrong until the disturbances end. */
	private stuck: { applied: Applied; record?: string; wrong?: Json } | undefined;
	/** Answers of this case by their questions, for the swaps. */
	private readonly recent = new Map<string, { passing: Passing; answer: Json }>();

	constructor(name: string, seed: Array<string | number>, only?: number[]) {
		[this.name, this.seed, this.only] = [name, seed, only];
	}

	/** A round begins; what it does depends on its number alone. */
	begin(round: number, { share, unseenShare }: { share: number; unseenShare: number }): void {
		const dice = throwDice(...this.seed, 'round', round);
		const isDisturbed = dice.chance(share) && (this.only?.includes(round) ?? true);
		const plan = {
			dice,
			nth: dice.pick([0, 0, 1, 1, 2, 3]),
			lasting: dice.chance(0.5),
			wantsUnseen: dice.chance(unseenShare),
			stays: dice.chance(0.2),
			staysAhead: dice.chance(0.7),
		};
		[this.round, this.passed, this.target, this.endless] = [round, 0, undefined, undefined];
		this.plan = isDisturbed ? plan : undefined;
	}

	/** No disturbance for a while; with `forGood`, nothing stays wrong. */
	end(forGood = false): void {
		[this.plan, this.endless] = [undefined, undefined];
		if (forGood) this.stuck = undefined;
	}

	/** What was changed since so many changes, and what stays wrong. */
	activeSince(already: number): Applied[] {
		const since = this.applied.slice(already);
		return this.stuck && !since.includes(this.stuck.applied)
			? [...since, this.stuck.applied]
			: since;
	}

	readonly lead = (url: string): string =>
		this.endless && url.includes(madeUpToken) ? this.endless.url : url;

	readonly change = (passing: Passing): Changed | undefined => {
		const { plan } = this;
		const key = passing.calls.map(keyOf).join();
		const nth = this.passed++;
		const isDue =
			plan && (this.target === undefined ? nth >= plan.nth : plan.lasting && this.target === key);
		if (this.endless?.url === passing.calls[0]!.url) return this.goOn(passing.answers[0]);
		const changed = isDue ? this.disturb(passing, plan) : undefined;
		if (changed) this.target = key;
		for (const [i, call] of passing.calls.entries())
			this.recent.set(keyOf(call), { passing, answer: passing.answers[i] });
		return changed ?? this.keepWrong(passing);
	};

	/** The field that stays wrong, in whatever list its record stands, or in each answer to the same question. */
	private keepWrong({ calls, answers, isBatch, isSocket }: Passing): Changed | undefined {
		const { stuck } = this;
		if (!stuck || isSocket) return undefined;
		const body = isBatch ? answers : answers[0];
		if (stuck.record === undefined) return isBatch ? undefined : this.keepField(calls[0]!, body);
		const text = writeJson(body) ?? '';
		const isThere = text.includes(stuck.record);
		const wrong = isThere
			? parseExact(text.replaceAll(stuck.record, () => writeJson(stuck.wrong)!))
			: body;
		const first = stuck.applied.change in ahead ? this.putFirst(calls[0]!, wrong) : undefined;
		return first ?? (isThere ? { body: wrong } : undefined);
	}

	private keepField(call: Call, body: Json): Changed | undefined {
		const { path, after, call: first } = this.stuck!.applied;
		const isSame = call.method === first.method && pathOf(call) === pathOf(first);
		return isSame && valueAt(body, path) !== undefined
			? { body: putAt(body, path, after) }
			: undefined;
	}

	/** A list that begins with its newest record begins with one that is dated ahead, as long as its range holds it. */
	private putFirst(call: Call, body: Json): Changed | undefined {
		const { applied, wrong } = this.stuck!;
		const { url, method } = call;
		if (!sortsBy.test(String(applied.path.at(-1)))) return undefined;
		if (method || pathOf(call) !== pathOf(applied.call) || url.includes('pageToken='))
			return undefined;
		const found = Object.entries(body as object).find(([, value]) => Array.isArray(value));
		if (!found) return undefined;
		const [name, list] = found as [string, Json[]];
		const [, end = Infinity] = /[?&]end\w+=(\d+)/.exec(url) ?? [];
		const others = list.filter((record) => !isDeepStrictEqual(record, wrong));
		const position = Number(isRaw(applied.after) ? applied.after.rawJSON : applied.after);
		const isInRange = position <= Number(end);
		// No other list would show a block's record, and one that is held back for longer than late ones are looked for is lost.
		if (!isInRange && applied.path.at(-1) === 'blockNumber') return undefined;
		const first = list.length > 1 ? [wrong, ...others] : [wrong];
		const kept = isInRange ? first : others;
		return { body: { ...(body as object), [name]: kept } };
	}

	private disturb(passing: Passing, { dice, wantsUnseen }: Plan): Changed | undefined {
		const { calls, answers, isSocket } = passing;
		const at = dice.between(0, calls.length - 1);
		const [call, answer] = [calls[at]!, answers[at]];
		const spots = listSpots(answer, call);
		const around = this.around(passing, at, dice);
		const of = { call, spots, name: this.name, isEvent: true as const };
		const isList = !call.method && isObject(answer) && !answer.nextPageToken;
		const all = [...changes, ...(isList ? [everNewTokens] : [])].filter((change) =>
			isSocket ? ofSocket.includes(change.travel) : !change.isOfSocket,
		);
		const choices = all.flatMap((change) =>
			spots.filter((spot) => change.fits(spot, around)).map((spot) => ({ change, spot, spots })),
		);
		const wanted = choices.filter(
			({ change, spot }) => (whyUnseen(change.name, { ...of, spot }) !== undefined) === wantsUnseen,
		);
		if (!wanted.length) return undefined;
		// A socket's messages count for what they are told, more than for what they hold.
		const leads = (kind: Kind) => steering.includes(kind) || (isSocket && kind === 'body');
		// By kind, then by change: there are more fields of some kinds than of all others.
		const byKind = Map.groupBy(wanted, ({ spot }) => spot.kind);
		const kinds = [...byKind.keys()].flatMap((kind) => (leads(kind) ? [kind, kind, kind] : [kind]));
		const byChange = Map.groupBy(byKind.get(dice.pick(kinds))!, ({ change }) => change);
		const drawn = [...byChange.keys()].flatMap((change) =>
			Array<Change>(change.weight ?? 1).fill(change),
		);
		const fitting = byChange.get(dice.pick(drawn))!;
		const least = Math.min(...fitting.map(({ spot }) => spot.path.length));
		// What steers a feed stands near the surface.
		const near = fitting.filter(({ spot }) => spot.path.length === least);
		return this.apply(passing, at, dice.pick(dice.chance(0.5) ? near : fitting), around);
	}

	private apply(
		{ calls, answers, isBatch }: Passing,
		at: number,
		{ change, spot, spots }: { change: Change; spot: Spot; spots: Spot[] },
		around: Around,
	): Changed {
		const [call, answer] = [calls[at]!, answers[at]];
		const of = { call, spot, spots, name: this.name, isEvent: true as const };
		const { body, disturbance } = applyChange(change, answer, of, around);
		const texts = `${writeJson(answer)} ${writeJson(body) ?? ''}`;
		const record = spot.path.slice(
			0,
			spot.path.findLastIndex((part) => typeof part === 'number') + 1,
		);
		const applied = {
			...disturbance,
			round: this.round,
			texts,
			record: writeJson(valueAt(answer, record)) ?? '',
		};
		this.applied.push(applied);
		// A list that stays as it was would be another disturbance.
		const isList = !record.length && Array.isArray(disturbance.after);
		if (change.make && !isList && spot.path.length > record.length && this.mayStay(change.name))
			this.stuck ??= record.length
				? { record: applied.record, wrong: valueAt(body, record), applied }
				: { applied };
		if (change === everNewTokens) {
			this.endless = { url: call.url, tokens: 0 };
			return this.goOn(answer);
		}
		return { body: isBatch ? answers.with(at, body) : body, travel: change.travel };
	}

	private mayStay(change: string): boolean {
		const { stays, staysAhead } = this.plan!;
		return stays || (staysAhead && change in ahead);
	}

	private goOn(answer: Json): Changed {
		return {
			body: { ...(answer as object), nextPageToken: `${madeUpToken}${++this.endless!.tokens}` },
		};
	}

	private around({ calls, isSocket }: Passing, at: number, dice: Dice): Around {
		const call = calls[at]!;
		const others = [...this.recent.values()].filter(({ passing }) => passing.isSocket === isSocket);
		const isOther = (passing: Passing, isAlike: boolean): boolean =>
			passing.calls[0]!.method === call.method
				? isAlike === (passing.calls[0]!.url.split('?')[0] === call.url.split('?')[0])
				: !isAlike;
		const subject = others.find(
			({ passing }) => isOther(passing, true) && keyOf(passing.calls[0]!) !== keyOf(call),
		);
		const other = others.find(({ passing }) => isOther(passing, false));
		const now = Math.floor(Date.now() / 1000);
		const isList = call.url.includes('pageToken=');
		const list = isList
			? Object.values((subject?.answer ?? {}) as object).find(Array.isArray)
			: undefined;
		return {
			dice,
			now,
			subject: isSocket ? undefined : subject?.answer,
			call: other?.answer,
			before: list,
			secret,
		};
	}
}
