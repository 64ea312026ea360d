/** Explains an answer that cannot be read. */
import { fail, type Answer } from '../../errors';
import type { TooLarge } from '../transport';
import { adviseLimit, type AskedHost } from './advice';

/** An answer that was read, but has another form than the request expects. */
export const describeOtherForm = (host: string): Answer<never> =>
	fail('not-understood', `The answer of ${host} does not have the expected form`, {
		isLost: true,
		hint: otherHost,
	});

const otherHost = 'This URL may lead to a proxy or to another server.';

/** An answer that is no JSON. One that begins like JSON was cut off, and the next may be whole. */
export function describeUnreadable(text: string, host: string): Answer<never> {
	const isCut = /^\s*([[{]|$)/.test(text);
	return fail(
		'not-understood',
		isCut
			? `The answer of ${host} ended early and is not JSON`
			: `${host} answered with something that is not JSON`,
		{
			passing: isCut,
			isLost: true,
			hint: isCut
				? 'A proxy or the server cut the answer off. Try again, or request less data.'
				: otherHost,
			detail: text.slice(0, 200),
		},
	);
}

export const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** An answer that exceeds the limit, and was read no further. */
export function describeTooLarge(
	{ bytes, isAnnounced }: TooLarge,
	{ name, credential }: AskedHost,
	mostBytes: number,
): Answer<never> {
	const size = isAnnounced ? `it has ${inMiB(bytes)}` : `reading stopped after ${inMiB(bytes)}`;
	return fail(
		'too-large',
		`The answer of ${name} is too large: ${size}, and the limit is ${inMiB(mostBytes)}`,
		{
			isLost: true,
			hint: adviseLimit(credential, 'Largest Answer'),
			detail: 'the answer is too large',
		},
	);
}
