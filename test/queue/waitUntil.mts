/** The one way in which these tests wait: no wait is without an end. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Minutes that whatever is waited for may take: several times what it takes on a busy machine. */
const limitMinutes = 15;

/** Asks every `everyMs` until the answer is yes; throws an Error that says what did not come, asked at the end, if it takes too long. */
export async function waitUntil(
	isSo: () => boolean | Promise<boolean>,
	everyMs: number,
	what: () => string,
): Promise<void> {
	for (const end = Date.now() + limitMinutes * 60_000; !(await isSo()); await sleep(everyMs))
		if (Date.now() > end) throw new Error(`In ${limitMinutes} minutes, ${what()}`);
}
