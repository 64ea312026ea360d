/** Advice on an expression that gave an object or a list to a field of one value. */
import { isRecord } from '../values/records';

/** The path of the first field that holds one value: `nodeID`, or `json.nodeID` in an item of n8n. */
function pathOfText(value: Record<string, unknown>): string | undefined {
	const { json } = value;
	if (isRecord(json)) return `json.${pathOfText(json) ?? 'name'}`;
	return Object.keys(value).find((key) => ['string', 'number'].includes(typeof value[key]));
}

/** A Date or a DateTime of n8n. */
const isTime = (value: Record<string, unknown>): boolean =>
	typeof value.toISOString === 'function' || typeof value.toISO === 'function';

/** The fault of an object or a list, and advice for an object; undefined for anything else. */
export function findObject(value: unknown): [fault: string, advice?: string] | undefined {
	if (Array.isArray(value)) return ['an expression gave a list, and this field takes one value'];
	if (!isRecord(value) || isTime(value)) return undefined;
	const path = pathOfText(value) ?? 'name';
	return [
		'an expression gave an object',
		`Name its field: {{ $json.${path.replace(/^json\./, '')} }}. From a list, take the field of each: {{ $json.list.map((each) => each.${path}) }}.`,
	];
}
