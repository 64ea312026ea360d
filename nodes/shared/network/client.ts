/** The nodes' client for one run: JSON-RPC of the node, and REST of the Data and Metrics APIs. */
import type { Answer } from '../errors';
import { namesSubject, refuseOtherRest, refuseOtherRpc } from './subjects';
import { Standings } from './chainStanding';
import { urlOf, type AvalancheCredential } from './credential';
import type { Host, Service } from './hosts';
import { JsonRpc } from './jsonRpc';
import type { AnnouncedLimit } from './quota';
import { Requests, type Settings, type Spent } from './requests';
import { callRest, type RestCall } from './rest';
import type { RpcCall } from './rpcCall';
import type { Secrets } from './secrets';
import type { Send } from './transport';

/** One request of either kind, before paging parameters are added. */
export type Call = ({ kind: 'rpc' } & RpcCall) | ({ kind: 'rest' } & RestCall);

export class Client {
	readonly secrets: Secrets;
	private readonly requests: Requests;
	private readonly jsonRpc: JsonRpc;
	private readonly standings: Standings;
	private readonly ended = new AbortController();
	private readonly signal: AbortSignal;

	constructor(
		private readonly send: Send,
		readonly credential: AvalancheCredential,
		readonly settings: Settings,
		cancelled?: AbortSignal,
	) {
		this.signal = AbortSignal.any([this.ended.signal, ...(cancelled ? [cancelled] : [])]);
		this.requests = new Requests(send, credential, settings, this.signal);
		this.secrets = this.requests.secrets;
		this.jsonRpc = new JsonRpc(this.requests);
		this.standings = new Standings(this.jsonRpc, this.nameOf('node'));
	}

	/** A client that ends with this one, but asks everything again, because each client keeps its first answers. */
	afresh(): Client {
		return new Client(this.send, this.credential, this.settings, this.signal);
	}

	/** Ends running requests, and sends nothing more. */
	end(): void {
		this.ended.abort();
	}

	/** True if this many calls to one path traveled in one request so far, so that one server answered them all. */
	takesTogether(calls: number): boolean {
		return this.jsonRpc.takesTogether(calls);
	}

	/** The host's URL as the credential gives it, without path, query and user, for messages. */
	nameOf(host: Host): string {
		return this.requests.nameOf(host);
	}

	/** True if this URL leads to the credential's node. */
	isNode(url: string): boolean {
		return urlOf(this.credential, 'node') === url;
	}

	/** True if the credential leads to this service. A user's own node may have none. */
	hasService(host: Service): boolean {
		return urlOf(this.credential, host) !== '';
	}

	get announced(): Array<[Host, AnnouncedLimit]> {
		return [...this.requests.announced];
	}

	get spent(): Spent {
		return this.requests.spent;
	}

	/** The host's time by its last answer, UNIX seconds. Undefined if the host does not say. */
	timeOf(host: Host): number | undefined {
		return this.requests.clocks.timeOf(host);
	}

	/** Waits. False if the execution was cancelled meanwhile. */
	async pause(ms: number): Promise<boolean> {
		return await this.requests.pause(ms);
	}

	/** One JSON-RPC call to the node, under the name that the node knows. Returns the result or a failure. */
	async rpc(call: RpcCall): Promise<Answer> {
		const answer = await this.jsonRpc.call(call);
		if (answer.ok && !namesSubject(call)) return answer;
		const explained = await this.standings.explain(call.path, answer);
		return this.secrets.hideInFailure(await refuseOtherRpc(call, explained));
	}

	/** One GET to the Data API, the Metrics API or a node's REST paths. Returns the body or a failure. */
	async rest(call: RestCall): Promise<Answer> {
		const answer = await callRest(this.requests, call);
		return this.secrets.hideInFailure(await refuseOtherRest(call, answer));
	}
}
