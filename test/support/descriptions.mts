/** The nodes as n8n's loader gives them to the editor and to its AI builder: what the code says, and the search words. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

const root = process.cwd();
const load = createRequire(join(root, 'package.json'));
export const packageName = 'n8n-nodes-avalanche';

export function listDescriptions(): INodeTypeDescription[] {
	const { n8n } = load('./package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.map((file) => {
		const [NodeType] = Object.values(load(`./${file}`) as object) as Array<
			new () => { description: INodeTypeDescription }
		>;
		const codexFile = join(root, file.replace(/\.js$/, '.json'));
		const codex = JSON.parse(readFileSync(codexFile, 'utf8')) as INodeTypeDescription['codex'];
		return { ...new NodeType!().description, codex };
	});
}
