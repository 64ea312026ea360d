/** The call of the ping URL: it delays no item, it carries nothing of the credential, and no log names the URL. */
import type { IPollFunctions } from 'n8n-workflow';
import { pause } from '../../shared/network/pauses';
import { getPlain, sayNoAnswer } from '../plainRequest';

const limits = { timeoutMs: 10_000, mostBytes: 64 * 1024 };
/** So often, and so long after the last try: a receiver that misses one ping would go red. */
const pausesMs = [0, 2_000, 8_000];

/** Uptime Kuma takes the state as a parameter; others take `/fail` behind the path, as healthchecks.io does. */
export function pingUrlFor(pingUrl: string, isSeen: boolean): string {
	const url = new URL(pingUrl);
	if (isSeen) return pingUrl;
	if (/\/api\/push\/[^/]+$/.test(url.pathname)) url.searchParams.set('status', 'down');
	else url.pathname = `${url.pathname.replace(/\/+$/, '')}/fail`;
	return url.toString();
}

/** Why a ping was not taken; nothing where it was. */
async function tryPing(context: Pick<IPollFunctions, 'helpers'>, url: string) {
	try {
		const { status } = await getPlain(context, url, limits);
		return status >= 200 && status < 300 ? undefined : `HTTP ${status}`;
	} catch (error) {
		return sayNoAnswer(error);
	}
}

/** Pings, and again where that is not taken. Never throws; the log gets what stays untaken. */
export async function ping(
	context: Pick<IPollFunctions, 'helpers' | 'logger'>,
	pingUrl: string,
	isSeen: boolean,
): Promise<void> {
	const url = pingUrlFor(pingUrl, isSeen);
	let reason: string | undefined;
	for (const ms of pausesMs) {
		if (ms) await pause(ms);
		reason = await tryPing(context, url);
		if (!reason) return;
	}
	context.logger.warn(`Avalanche Trigger: the Heartbeat Ping URL did not take a ping (${reason})`);
}
