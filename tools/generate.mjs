/**
 * npm run generate: writes all that is generated and committed, in the order in which one needs the other. Golden items
 * only grow. With --node it asks a real avalanchego for docs/compatibility.md, and with --pictures it takes the pictures.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));

const steps = [
	{ says: 'the package, with its schemas', command: 'npm run build' },
	{
		says: 'golden items',
		command: 'npx jest -i test/engine/golden test/engine/stream',
		env: { GOLDEN: 'write' },
	},
	{ says: 'schemas of new fields', command: 'npm run build' },
	{ says: 'docs that follow from the rows and samples', command: 'node tools/docs.mjs' },
	{
		says: 'what a node answered, in docs/compatibility.md',
		command: 'npm run test:node -- --write',
		only: '--node',
	},
	{ says: 'pictures', command: 'npm run pictures', only: '--pictures' },
];

for (const { says, command, env, only } of steps) {
	if (only && !process.argv.includes(only)) continue;
	console.log(`=== ${says}: ${command}`);
	const { status } = spawnSync(command, {
		shell: true,
		stdio: 'inherit',
		env: { ...process.env, ...env },
	});
	if (status !== 0) process.exit(status ?? 1);
}
