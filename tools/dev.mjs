/**
 * npm run dev: the demo, with the settings of start.mjs. When a source is saved, it builds the package anew, and n8n
 * loads it into the open editor. n8n's own "n8n-node dev" copies the pictures of all nested packages into dist/.
 */
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

process.env.N8N_DEV_RELOAD = 'true';
process.env.READABLE = '1';
process.env.EXTERNAL_HOOK_FILES = join(import.meta.dirname, 'n8n/hotReload.cjs');
const { folder } = await import('./start.mjs');
const { copyPack } = await import('./n8n/server.mts');

let isBuilding = false;
let isChanged = false;
function rebuild() {
	isChanged = isBuilding;
	if (isBuilding) return;
	isBuilding = true;
	console.log('Building ...');
	const build = spawn(process.execPath, [join(import.meta.dirname, 'build.mjs')], {
		stdio: 'inherit',
	});
	build.on('exit', (code) => {
		isBuilding = false;
		if (code === 0) copyPack(folder);
		console.log(code === 0 ? 'Built and loaded.' : 'Not built: the demo runs on as it was.');
		if (isChanged) rebuild();
	});
}

let timer;
for (const sources of ['nodes', 'credentials', 'icons'])
	watch(sources, { recursive: true }, () => {
		// An editor saves a file in several steps.
		clearTimeout(timer);
		timer = setTimeout(rebuild, 200);
	});
