/** The metrics of a node, /ext/metrics, in the text format of Prometheus. */
import type { IDataObject } from 'n8n-workflow';
import { OddAnswer } from '../shared/operation/pipeline';
import { toDecimalText } from '../shared/values/numbers';
import { put } from '../shared/values/records';

/** From the comment lines before the samples of a metric. */
interface Family {
	name: string;
	type?: string;
	help?: string;
}

/** A sample's name, labels and value. A time and an exemplar can follow. */
const sampleForm =
	/^([A-Za-z_:][\w:]*)(?:\{((?:\s*[A-Za-z_]\w*\s*=\s*"(?:[^"\\]|\\.)*"\s*,?)*)\s*\})?\s+(\S+)(?:\s+-?\d+(?:\.\d+)?)?(?:\s+# .*)?$/s;
const labelForm = /\s*([A-Za-z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*,?/gsy;
const aboutForm = /^# (HELP|TYPE) (\S+) ?(.*)$/;
/** Suffixes of the samples of histograms and summaries. */
const partForm = /_(?:bucket|sum|count)$/;

const unescape = (text: string): string =>
	text.replace(/\\(.)/gs, (_, letter: string) => (letter === 'n' ? '\n' : letter));

function readLabels(text = ''): IDataObject {
	const labels: IDataObject = {};
	for (const [, name, value] of text.matchAll(labelForm)) put(labels, name, unescape(value));
	return labels;
}

/** A number as plain decimal text. NaN and infinity stay as the node wrote them. */
function readValue(text: string): string {
	if (/^-?\d+$/.test(text)) return String(BigInt(text));
	const number = Number(text);
	return Number.isFinite(number) ? String(toDecimalText(number)) : text;
}

export const isMetrics = (text: unknown): boolean =>
	typeof text === 'string' && /^# TYPE /m.test(text);

/** A record for each sample: {metric, value, labels, family, type, help}. */
export function readMetrics(text: unknown): IDataObject[] {
	const samples: IDataObject[] = [];
	let family: Family = { name: '' };
	if (!String(text).endsWith('\n')) throw new OddAnswer('it is cut off within a line');
	for (const line of String(text).split('\n')) {
		const [, kind, name, words] = aboutForm.exec(line) ?? [];
		if (kind) {
			if (name !== family.name) family = { name };
			if (kind === 'TYPE') family.type = words;
			else family.help = unescape(words);
		} else if (line !== '' && !line.startsWith('#')) samples.push(readSample(line, family));
	}
	return samples;
}

function readSample(line: string, family: Family): IDataObject {
	const [, metric, labels, value] = sampleForm.exec(line) ?? [];
	if (!metric) throw new OddAnswer('it holds a line that is no metric');
	const isOf = metric === family.name || metric.replace(partForm, '') === family.name;
	const { name, type, help } = isOf ? family : { name: metric };
	return {
		metric,
		value: readValue(value),
		labels: readLabels(labels),
		family: name,
		type: type ?? null,
		help: help ?? null,
	};
}

/** True if a sample is chosen by its name or that of its family. A `*` at the end matches by prefix. */
export const isMetricChosen = (
	{ metric, family }: IDataObject,
	chosen: string[] | undefined,
): boolean => {
	const names = [String(metric), String(family)];
	const isNamed = (entry: string) =>
		entry.endsWith('*')
			? names.some((name) => name.startsWith(entry.slice(0, -1)))
			: names.includes(entry);
	return !chosen || chosen.some(isNamed);
};
