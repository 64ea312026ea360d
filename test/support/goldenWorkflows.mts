/**
 * The golden workflows: one node for each operation or event, with its parameters as the editor saves them, by release
 * in test/golden/workflows/. All later releases must run them. npm's `version` script writes those of the release that it makes.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { INode, INodeParameters } from 'n8n-workflow';

const folder = 'test/golden/workflows';
const nodesInRow = 8;

interface Workflow {
	name: string;
	nodes: INode[];
	connections: object;
}

const fileOf = (release: string, node: string) => join(folder, release, `${node}.json`);

/** The nodes that a release saved for a node type. */
function readNodes(release: string, node: string): INode[] {
	const file = fileOf(release, node);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Workflow).nodes : [];
}

const listReleases = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const isSame = (one: INode, other: INode): boolean =>
	one.name === other.name && isDeepStrictEqual(one.parameters, other.parameters);

/** The nodes of a node type that workflows may hold: those that each release saved, and those of the present code. */
export function listSaved(
	node: string,
	typeVersion: number,
	present: Array<[name: string, parameters: INodeParameters]>,
): INode[] {
	const current = present.map(
		([name, parameters], index): INode => ({
			id: name,
			name,
			type: `n8n-nodes-avalanche.${node}`,
			typeVersion,
			position: [200 * (index % nodesInRow), 200 * Math.floor(index / nodesInRow)],
			parameters,
		}),
	);
	if (process.env.GOLDEN === 'release') keepForRelease(node, current);
	const released = listReleases().flatMap((release) => readNodes(release, node));
	return [...released, ...current.filter((one) => !released.some((old) => isSame(one, old)))];
}

function keepForRelease(node: string, nodes: INode[]): void {
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
	const workflow: Workflow = { name: `${node} ${version}`, nodes, connections: {} };
	const file = fileOf(version, node);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(workflow, null, '\t')}\n`);
}
