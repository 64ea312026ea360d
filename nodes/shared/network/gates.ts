/** The gates of this process: one for a host and the secret that a credential sends to it, shared by all runs. */
import { createHash } from 'node:crypto';
import { isUrl, secretHeaders, urlOf, type AvalancheCredential } from './credential';
import { Gate, memoryMs } from './gate';
import { hosts, isPublic, type Host } from './hosts';
import { Quota } from './quota';

/** More keys than a process uses within some minutes; the one that was used longest ago goes first. */
const mostGates = 100;

/** By a hash of URL and secret, the one that was used last at the end. */
const gates = new Map<string, Gate>();

function keyOf(credential: AvalancheCredential, host: Host): string {
	const url = urlOf(credential, host);
	const secret = isUrl(url) ? secretHeaders(credential, host) : {};
	return createHash('sha256')
		.update(JSON.stringify([url, secret]))
		.digest('base64');
}

/** Those that nobody used for ten minutes, and the oldest of too many; never one that is in use. */
function forgetOld(): void {
	const now = performance.now();
	for (const [key, gate] of gates) {
		const mayGo = now - gate.usedAt >= memoryMs || gates.size >= mostGates;
		if (mayGo && gate.isIdle) gates.delete(key);
	}
}

/** Finds the gate of a host for a credential, each time it is asked: a gate goes ten minutes after its last use. */
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

/** For tests, each of which begins with hosts that nobody knows. */
export const forgetGates = (): void => gates.clear();
