/** Calls the ping URL. It delays no item and sends nothing of the credential, and the URL appears in no log. */
import type { IPollFunctions } from 'n8n-workflow';
import { pause } from '../../shared/network/pauses';
import { getPlain, sayNoAnswer } from '../plainRequest';

const limits = { timeoutMs: 10_000, mostBytes: 64 * 1024 };
/** Pauses before each try. Without repeats, one lost ping would turn the receiver red. */
const pausesMs = [0, 2_000, 8_000];

/** For a failure, Uptime Kuma takes a parameter. Others take `/fail` behind the path, as healthchecks.io does. */
export function pingUrlFor(pingUrl: string, isSeen: boolean): string {
	const url = new URL(pingUrl);
	if (isSeen) return pingUrl;
	if (/\/api\/push\/[^/]+$/.test(url.pathname)) url.searchParams.set('status', 'down');
	else url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`;
	return url.toString();
}

/** The reason why the ping was refused, or undefined if it was taken. */
async function tryPing(context: Pick<IPollFunctions, 'helpers'>, url: string) {
	try {
		const { status } = await getPlain(context, url, limits);
		return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
	} catch (error) {
		return sayNoAnswer(error);
	}
}

/** Pings, and repeats a ping that is not taken. Never throws: if all tries fail, it logs a warning and returns the reason. */
export async function ping(
	context: Pick<IPollFunctions, 'helpers' | 'logger'>,
	pingUrl: string,
	isSeen: boolean,
): Promise<string | undefined> {
	const url = pingUrlFor(pingUrl, isSeen);
	let reason: string | undefined;
	for (const ms of pausesMs) {
		if (ms) await pause(ms);
		reason = await tryPing(context, url);
		if (!reason) return undefined;
	}
	context.logger.warn(`Avalanche Trigger: the Heartbeat Ping URL did not take a ping (${reason})`);
	return reason;
}
