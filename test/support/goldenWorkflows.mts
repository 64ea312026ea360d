/**
 * The golden workflows: one node for each operation or event, with its parameters as the editor saves them, by release
 * in test/golden/workflows/. A later release must run them. `GOLDEN=write` adds what the present release lacks, and
 * changes nothing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';

const folder = 'test/golden/workflows';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

interface Workflow {
	name: string;
	nodes: INode[];
	connections: object;
}

const fileOf = (release: string, node: string) => join(folder, release, `${node}.json`);
const read = (file: string): Workflow => JSON.parse(readFileSync(file, 'utf8')) as Workflow;

/** The releases that have workflows of this node, the oldest first. */
const releasesOf = (node: string): string[] =>
	existsSync(folder)
		? readdirSync(folder)
				.filter((release) => existsSync(fileOf(release, node)))
				.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		: [];

/** The nodes that all releases saved for a node type. */
export const listGolden = (node: string): INode[] =>
	releasesOf(node).flatMap((release) => read(fileOf(release, node)).nodes);

/** With `GOLDEN=write`, adds to the present release the nodes that it lacks, by their names. */
export function addGolden(
	node: string,
	typeVersion: number,
	wanted: Array<[name: string, parameters: INodeParameters]>,
): void {
	if (process.env.GOLDEN !== 'write') return;
	const file = fileOf(version, node);
	const known = existsSync(file) ? read(file).nodes : [];
	const added = wanted
		.filter(([name]) => !known.some((one) => one.name === name))
		.map(
			([name, parameters], index): INode => ({
				id: name,
				name,
				type: `n8n-nodes-avalanche.${node}`,
				typeVersion,
				position: [
					200 * ((known.length + index) % 8),
					200 * Math.floor((known.length + index) / 8),
				],
				parameters,
			}),
		);
	if (!added.length) return;
	const workflow: Workflow = {
		name: `${node} ${version}`,
		nodes: [...known, ...added],
		connections: {},
	};
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(workflow, null, '\t')}\n`);
}
