/* docs/compatibility.md: one row for each operation, made of what a run of the tests saw. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Operation } from '../../nodes/shared/operation/operations.ts';
import { listRows, nameRow, type Row } from '../../tools/groups.mts';
import type { Sighting } from '../support/sightings.mts';
import { endpoints } from '../../spec/index.mts';

export const file = 'docs/compatibility.md';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const writeTable = (head: string[], rows: string[][]) => [
	`| ${head.join(' | ')} |`,
	`|${head.map(() => '---|').join('')}`,
	...rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`),
];

/** What no test here can ask a real node, and is proven on the mock network alone. */
const unseen = [
	'since avalanchego 1.15.2 `apis` takes the place of `eth-apis` in the configuration of the C-Chain. The error of a\n  method that a node does not know names the setting of the version that answered.',
	'since Helicon a node answers for a receipt or a balance of an accepted block once it has executed it. Wait for\n  Transaction waits for that, and a call that comes too late holds up no other.',
	'since Helicon a header carries the highest possible base fee. Get Block says so, and Get Transaction adds on\n  request what the receipt says was paid.',
	'`avax.getAtomicTxStatus` may say Accepted before the block is executed. Wait for Transaction waits for that too.',
	'`info.getTxFee` may be gone since avalanchego 1.15.3.',
	'a node that keeps its state in Firewood refuses some methods of the debugger, and the error explains it.',
];

/** Whether the words for newer nodes rest on a node that was asked: that of Helicon was, later releases were not. */
const describeNewer = ({ removed }: Operation): string => {
	if (!removed) return '';
	return /1\.15\.[2-9]|by default/.test(removed)
		? `${removed} (*not seen on a real node*)`
		: removed;
};

/**
 * The page.
 *
 * @param version what the node says of itself, such as avalanchego/1.14.2
 * @param describeSeen what a run saw an operation do
 */
export function writePage(version: string, describeSeen: (row: Row) => string): string {
	const describeMethod = ({ row, method }: Row) =>
		[
			method && `\`${method}\``,
			...(('alternatives' in row && row.alternatives) || []).map(
				(other) => `(\`${other.method}\`)`,
			),
		]
			.filter(Boolean)
			.join(' ');
	const describedPaths = new Set(endpoints.map(({ path }) => path));
	const isDescribed = ({ method }: Row) => describedPaths.has(method);
	const tables = Map.groupBy(listRows(), ({ description }) => description.displayName);
	return [
		'# Compatibility',
		'',
		'What each operation was seen to do. This page is written by `npm run test:node -- --write`, of what its tests saw',
		"through n8n's engine, and a plain `npm run test:node` fails where it is no longer true.",
		'',
		`- **Node operations** ran against ${version}, a single node of the network \`local\` with all its APIs on, and a`,
		'  network of two nodes with an L1 for the validators.',
		'- **Newer nodes**: avalanchego 1.15 (Helicon) no longer serves some methods of the C-Chain. Its modules are not',
		'  published where the tests could build them. What was seen on such a node once stands in that column as it is.',
		'  What only its source, its documents or its announcements say is marked *not seen on a real node*. The local',
		'  mock network has both, and `npm test` runs every operation of the C-Chain against it, but for the traces that the',
		'  mock network cannot make (`devnet/evm/provenOnNodeOnly.mts`).',
		...unseen.map((fact) => `- *Not seen on a real node*: ${fact}`),
		'- **Data and metrics operations** ran against every answer that the public OpenAPI descriptions of the two services',
		'  allow, and sent only what these know: fields present and absent, each kind of record, empty pages, exact numbers.',
		'  Call Any sends whatever path it is given, so no description bounds it.',
		'- A method with a second name stands with the one that this node knows in brackets.',
		'',
		...[...tables].flatMap(([node, ofNode]) => [
			`## ${node}`,
			'',
			...(ofNode.some(isDescribed)
				? writeTable(
						['Operation', 'Endpoint', 'Against the description'],
						ofNode.map((row) => [
							nameRow(row),
							`\`${row.method}\``,
							isDescribed(row) ? describeSeen(row) : 'outside the description',
						]),
					)
				: writeTable(
						['Operation', 'Method', `On ${version}`, 'Newer nodes'],
						ofNode.map((row) => [
							nameRow(row),
							describeMethod(row),
							describeSeen(row),
							describeNewer(row.row),
						]),
					)),
			'',
		]),
	].join('\n');
}

/**
 * The page as it stands, with the words that its rows have now: a run against a node alone can say what it saw. Operations
 * that no run has seen yet are marked.
 */
export function refreshPage(page: string): string {
	const [version] = /avalanchego\/[\d.]+/.exec(page)!;
	// the third column, by the node's heading and the name of the operation
	const seen = new Map<string, string>();
	for (const section of page.split('\n## ').slice(1)) {
		const [heading, ...lines] = section.split('\n');
		for (const line of lines) {
			const [, operation, , words] = line.split(/ ?(?<!\\)\| ?/);
			if (words) seen.set(`${heading} ${operation}`, words.replaceAll('\\|', '|'));
		}
	}
	return writePage(
		version,
		(row) => seen.get(`${row.description.displayName} ${nameRow(row)}`) ?? notSeen,
	);
}
const notSeen = 'not asked yet: `npm run test:node -- --write`';

/**
 * Writes the page, or compares it with what stands there; throws where no test saw an operation.
 *
 * @param lines the sightings of a run in which all tests passed, one JSON record a line
 * @param version what the node says of itself, such as avalanchego/1.14.2
 * @returns what is wrong with the page, if anything
 */
export function updateCompatibility(
	lines: string,
	version: string,
	write: boolean,
): string | undefined {
	const sightings = lines
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Sighting);
	const seen = ({ description, resource, operation }: Row) =>
		sightings.filter(
			(sighting) =>
				sighting.type === description.name && sighting.operation === `${resource}.${operation}`,
		);
	const missing = listRows().filter((row) => seen(row).length === 0);
	if (missing.length) throw new Error(`no test of this run saw ${missing.map(nameRow).join(', ')}`);
	const page = writePage(version, (row) => {
		const refusals = seen(row).map(({ refusal }) => refusal);
		return refusals.includes(undefined)
			? 'working'
			: `refused by the node itself: "${refusals[0]}"`;
	});
	if (write) writeFileSync(file, page);
	else if (page !== readFileSync(file, 'utf8')) {
		return `${file} is not what this run saw: npm run test:node -- --write writes it anew`;
	}
	return undefined;
}
