/* docs/compatibility.md: one row for each operation, made of what a run of the tests saw. */
import { readFileSync, writeFileSync } from 'node:fs';
import { listRows, type Row } from '../../tools/groups.mts';
import type { Sighting } from '../seen.mts';
import { endpoints } from '../spec/dataDescription.mts';

const file = 'docs/compatibility.md';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const writeTable = (head: string[], rows: string[][]) => [
	`| ${head.join(' | ')} |`,
	`|${head.map(() => '---|').join('')}`,
	...rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`),
];

/** An operation as the page calls it. */
export const nameRow = ({ group, resource, row }: Row): string =>
	`${group.resources[resource].name}: ${row.name}`;

/**
 * The page.
 *
 * @param version what the node says of itself, such as avalanchego/1.14.2
 * @param describeSeen what a run saw an operation do
 */
export function writePage(version: string, describeSeen: (row: Row) => string): string {
	const describeMethod = ({ row: { wire, alternatives = [] } }: Row) =>
		[wire && `\`${wire}\``, ...alternatives.map(({ method }) => `(\`${method}\`)`)].filter(Boolean).join(' ');
	const describedPaths = new Set(endpoints.map(({ path }) => path));
	const isDescribed = ({ row }: Row) => describedPaths.has(row.wire);
	const tables = Map.groupBy(listRows(), ({ description }) => description.displayName);
	return [
		'# Compatibility',
		'',
		'What each operation was seen to do. This page is written by `npm run test:node -- --write`, of what its tests saw',
		'through n8n\'s engine, and a plain `npm run test:node` fails where it is no longer true.',
		'',
		`- **Node operations** ran against ${version}, a single node of the network \`local\` with all its APIs on, and a`,
		'  network of two nodes with an L1 for the validators.',
		'- **Newer nodes**: avalanchego 1.15 (Helicon) no longer serves some methods of the C-Chain. Its modules are not',
		'  published where the tests could build them, so that column is what was seen on such a node once, and for 1.15.2',
		'  what is announced. The local stand-in plays it, and `npm test` runs every operation of the C-Chain against it,',
		'  but for the traces that the stand-in cannot make (`test/devnet/evm/provenOnNodeOnly.mts`).',
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
							`\`${row.row.wire}\``,
							isDescribed(row) ? describeSeen(row) : 'outside the description',
						]),
					)
				: writeTable(
						['Operation', 'Method', `On ${version}`, 'Newer nodes'],
						ofNode.map((row) => [
							nameRow(row),
							describeMethod(row),
							describeSeen(row),
							row.row.removed ?? '',
						]),
					)),
			'',
		]),
	].join('\n');
}

/**
 * Writes the page, or compares it with what stands there; throws where no test saw an operation.
 *
 * @param lines the sightings of a run in which all tests passed, one JSON record a line
 * @param version what the node says of itself, such as avalanchego/1.14.2
 * @returns what is wrong with the page, if anything
 */
export function updateCompatibility(lines: string, version: string, write: boolean): string | undefined {
	const sightings = lines
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Sighting);
	const seen = ({ description, resource, operation }: Row) =>
		sightings.filter(
			(sighting) => sighting.type === description.name && sighting.operation === `${resource}.${operation}`,
		);
	const unseen = listRows().filter((row) => seen(row).length === 0);
	if (unseen.length) throw new Error(`no test of this run saw ${unseen.map(nameRow).join(', ')}`);
	const page = writePage(version, (row) => {
		const refusals = seen(row).map(({ refusal }) => refusal);
		return refusals.includes(undefined) ? 'working' : `refused by the node itself: "${refusals[0]}"`;
	});
	if (write) writeFileSync(file, page);
	else if (page !== readFileSync(file, 'utf8')) {
		return `${file} is not what this run saw: npm run test:node -- --write writes it anew`;
	}
	return undefined;
}
