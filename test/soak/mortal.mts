/** A published trigger in an n8n that can die at any step of a poll: only what n8n had stored by then lives on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Credentials, Engine } from '../support/engine.mts';
import { N8nStorage } from '../support/n8nStorage.mts';
import type { Observer, PollStep } from '../support/polls.mts';

/** Where n8n dies: before or after the answer to a request, at a step of storing, or between two polls. */
export type DeathPoint =
	| 'request'
	| 'answer'
	| PollStep
	/** The execution is stored and the memory is not: n8n writes one without waiting for the other. */
	| 'memory not stored'
	| 'between polls';

/** A process of n8n, for one poll. */
interface Life {
	/** Steps so far, and the one at which it ends. */
	passed: number;
	endsAt: number;
	/** Whether the step between two writes comes with the execution stored, instead of the memory. */
	isExecutionFirst: boolean;
	/** The memory of this poll's items was not stored. */
	forgets: boolean;
	diedAt?: DeathPoint;
	die: (at: DeathPoint) => void;
}

/** Whatever a dead process had begun, its timers among them, goes on in here and reaches nothing. */
const lives = new AsyncLocalStorage<Life>();

/** Forgets a write that n8n's database has not made when n8n dies. */
class Storage extends N8nStorage<Record<string, IDataObject>> {
	dropsNext = false;
	override save(hasItems: boolean): void {
		if (!this.dropsNext) super.save(hasItems);
		this.dropsNext = false;
	}
}

const never = new Promise<never>(() => {});
const jsonOf = (items: INodeExecutionData[] | null): IDataObject[] =>
	(items ?? []).map(({ json }) => json);

export class MortalTrigger {
	/** Items of the executions that were stored. */
	readonly received: IDataObject[] = [];
	/** Items whose memory was stored, and whose execution was not. */
	readonly dropped: IDataObject[] = [];
	/** Items whose execution was stored, and whose memory was not. */
	readonly forgotten: IDataObject[] = [];
	/** Steps of the longest poll so far. */
	longest = 5;
	private isPublished = false;
	private readonly storage: Storage;
	private readonly trigger: ReturnType<Engine['createPoll']>;
	private readonly forgetGates: () => void;

	constructor(
		engine: Engine,
		parameters: INodeParameters,
		{ credentials, durable }: { credentials: Credentials; durable: boolean },
	) {
		this.storage = new Storage(durable ? 'durable' : 'memory');
		this.forgetGates = () => engine.forgetGates();
		const { storage, observer } = this;
		this.trigger = engine.createPoll('avalancheTrigger', parameters, {
			credentials,
			storage,
			observer,
		});
	}

	/** One poll, or that of a start; resolves to where n8n died. `endsAt` counts the steps of the poll. */
	async poll({ isStart = false, endsAt = Infinity, isExecutionFirst = false } = {}): Promise<
		DeathPoint | undefined
	> {
		const { promise: death, resolve } = Promise.withResolvers<void>();
		const life: Life = {
			passed: 0,
			endsAt,
			isExecutionFirst,
			forgets: false,
			die: (at) => {
				life.diedAt = at;
				resolve();
			},
		};
		const { trigger, isPublished } = this;
		this.isPublished = true;
		const polls = async () => {
			if (!isStart) return await trigger.poll();
			return await (isPublished ? trigger.start() : trigger.activate());
		};
		await lives.run(life, async () => await Promise.race([polls(), death]));
		this.longest = Math.max(this.longest, life.passed);
		if (!life.diedAt && endsAt < Infinity) life.die('between polls');
		return life.diedAt;
	}

	/** n8n starts again. */
	restart(): void {
		// The requests of the process that died hold no place at a host.
		this.forgetGates();
		this.trigger.restart();
	}

	private readonly observer: Observer = {
		opened: ({ helpers }) => {
			const send = helpers.httpRequestWithAuthentication;
			helpers.httpRequestWithAuthentication = async function (...args) {
				if (!survive('request')) return await never;
				const answer = await send.apply(this, args);
				if (survive('answer')) return answer;
				answer.body.destroy();
				return await never;
			};
		},
		survives: (step, items) => {
			const life = lives.getStore()!;
			if (life.diedAt) return false;
			const isDurable = this.storage.kind === 'durable';
			const isNext = step === 'storing' && life.passed + 2 === life.endsAt;
			if (isNext && items && !isDurable && life.isExecutionFirst) {
				life.forgets = this.storage.dropsNext = true;
				life.endsAt++;
			}
			const isForgetting = step === 'done' && life.forgets;
			const isAlive = survive(isForgetting ? 'memory not stored' : step);
			const json = jsonOf(items);
			if (step === 'done') this.received.push(...json);
			if (isForgetting) this.forgotten.push(...json);
			if (step === 'stored' && !isAlive) this.dropped.push(...json);
			return isAlive;
		},
	};
}

/** Whether the process of this poll lives on after one more step. */
function survive(step: DeathPoint): boolean {
	const life = lives.getStore()!;
	if (life.diedAt) return false;
	if (++life.passed === life.endsAt) life.die(step);
	return !life.diedAt;
}
