/** The gates of this process, shared by all runs: one for each host and the secret that a credential sends to it. */
import { createHash } from 'node:crypto';
import { isUrl, secretHeaders, urlOf, type AvalancheCredential } from './credential';
import { Gate, memoryMs } from './gate';
import { hosts, isPublic, type Host } from './hosts';
import { Quota } from './quota';

/** More keys than a process uses within some minutes. The gate that was unused for longest goes first. */
const mostGates = 100;

/** By a hash of URL and secret, the last used one at the end. */
const gates = new Map<string, Gate>();

function keyOf(credential: AvalancheCredential, host: Host): string {
	const url = urlOf(credential, host);
	const secret = isUrl(url) ? secretHeaders(credential, host) : {};
	return createHash('sha256')
		.update(JSON.stringify([url, secret]))
		.digest('base64');
}

/** Drops gates unused for ten minutes, and the oldest if there are too many, but never one in use. */
function forgetOld(): void {
	const now = performance.now();
	for (const [key, gate] of gates) {
		const mayGo = now - gate.usedAt >= memoryMs || gates.size >= mostGates;
		if (mayGo && gate.isIdle) gates.delete(key);
	}
}

/** Returns a function that finds the gate each time it is called, because unused gates go after ten minutes. */
export function gateFinder(credential: AvalancheCredential, host: Host): () => Gate {
	const key = keyOf(credential, host);
	const { publicLimit } = hosts[host];
	const known = isPublic(urlOf(credential, host), [host]) ? publicLimit : undefined;
	return () => {
		forgetOld();
		const gate = gates.get(key) ?? new Gate(new Quota(known));
		gates.delete(key);
		gates.set(key, gate);
		return gate;
	};
}

/** For tests, each of which begins without known hosts. */
export const forgetGates = (): void => gates.clear();
