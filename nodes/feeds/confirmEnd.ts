/** Checks the end that one server reports for a chain, if a wrong end would lose or repeat records. */
import { fail, type Answer } from '../shared/errors';
import { blocksApart } from '../shared/network/hosts';
import type { Place } from './cursor';
import type { FeedSettings } from './feedSettings';
import type { Ascending, Head, Source } from './source';

/**
 * The end of a chain, confirmed by further answers. They are needed if reading up to a wrong end would not reveal it,
 * and everything below it would count as read: at the beginning, and when the end moves far.
 */
export async function confirmEnd(
	place: Place | undefined,
	head: Head,
	source: Source,
	{ settleSeconds }: FeedSettings,
): Promise<Answer<Head>> {
	const confirmed: Answer<Head> = { ok: true, result: head };
	if (source.positions === 'seconds') return confirmed;
	const { end } = head;
	if (source.way === 'ascending' && source.agreeOnEnd)
		return place ? confirmed : await agreeOnEnd(source.agreeOnEnd, end);
	const { hasEnd } = source;
	if (!hasEnd || end === 0) return confirmed;
	if (!place) return await confirmNewest(end, hasEnd, async () => await source.readEnd());
	// A smaller step is read again, and does not count as read until later ends confirm it.
	const most = settleSeconds ? blocksApart.most : 0;
	if (end <= place.next + most) return confirmed;
	const answer = await hasEnd(end);
	if (!answer.ok) return answer;
	return answer.result ? confirmed : lacksBlock(end - 1);
}

/** How often to ask for the newest block if it turns out to have a next one. The chain may move on meanwhile. */
const mostEndsAsked = 4;

/** When a watch begins, the newest block must exist and the next one must not. */
async function confirmNewest(
	told: number,
	hasEnd: (end: number) => Promise<Answer<boolean>>,
	readEnd: () => Promise<Answer<Head>>,
): Promise<Answer<Head>> {
	for (let end = told, asked = 1; ; asked++) {
		const [last, next] = await Promise.all([hasEnd(end), hasEnd(end + 1)]);
		if (!last.ok) return last;
		if (!next.ok) return next;
		if (!last.result) return lacksBlock(end - 1);
		if (!next.result) return { ok: true, result: { end } };
		if (asked === mostEndsAsked) return hasMore(end - 1);
		const again = await readEnd();
		if (!again.ok) return again;
		end = again.result.end;
	}
}

/** When a watch begins, records above an end that is too low would wrongly count as new. */
async function agreeOnEnd(
	agree: NonNullable<Ascending['agreeOnEnd']>,
	told: number,
): Promise<Answer<Head>> {
	const agreed = await agree(told);
	if (!agreed.ok) return agreed;
	return agreed.result === undefined
		? lacksBlock(told - 1)
		: { ok: true, result: { end: agreed.result } };
}

const oneLags =
	'Several servers may share this URL, and one of them lags behind. The next poll tries again.';
const hasMore = (block: number): Answer<never> =>
	fail('server', `The source has a block after ${block}, though it says that this is the newest`, {
		passing: true,
		hint: oneLags,
	});
export const lacksBlock = (block: number): Answer<never> =>
	fail('server', `The source does not have all of block ${block}, though it says so`, {
		passing: true,
		hint: oneLags,
	});
