/** Completes shortened node IDs, as messages show them, where the chosen validators make clear who is meant. */
import { isNodeId, shortenNodeId } from '../values/ids';

const shortened = /NodeID-\w{4}(?:\.\.\.|\u2026)\w{3}(?!\w)/g;
const whole = /NodeID-\w{25,}/g;

/** `chosen` is the list or text of the validators. A form that fits none of them, or two, stays as it is. */
export function completeIds(entered: unknown, chosen: unknown): unknown {
	if (typeof entered !== 'string' || entered.search(shortened) < 0) return entered;
	const ids = [...new Set(JSON.stringify(chosen)?.match(whole) ?? [])].filter(isNodeId);
	return entered.replace(shortened, (form) => {
		const short = form.replace('\u2026', '...');
		const meant = ids.filter((id) => shortenNodeId(id) === short);
		return meant.length === 1 ? meant[0] : form;
	});
}
