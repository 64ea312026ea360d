/**
 * npm run own -- --name @owner/n8n-nodes-avalanche --repository owner/repository --author "Owner" --email owner@example.org
 * Writes who owns the package into every file that says it. Run it once, before the first release; what is left out stays.
 */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
	options: {
		name: { type: 'string' },
		repository: { type: 'string' },
		author: { type: 'string' },
		email: { type: 'string' },
		root: { type: 'string', default: join(import.meta.dirname, '..') },
	},
});

const forms = {
	name: /^(@[a-z0-9][a-z0-9-]*\/)?n8n-nodes-[a-z0-9-]+$/,
	repository: /^[\w-]+\/[\w.-]+$/,
	author: /^[^"\\]+$/,
	email: /^\S+@\S+\.\S+$/,
};
const examples = {
	name: '@owner/n8n-nodes-avalanche',
	repository: 'owner/repository',
	author: 'Jane Doe',
	email: 'jane@example.org',
};
const wrong = Object.keys(forms).filter(
	(key) => values[key] !== undefined && !forms[key].test(values[key]),
);
const isNothingAsked = Object.keys(forms).every((key) => values[key] === undefined);
if (wrong.length || isNothingAsked) {
	for (const key of isNothingAsked ? Object.keys(forms) : wrong)
		console.error(`--${key} takes a value such as "${examples[key]}"`);
	process.exit(2);
}

process.chdir(values.root);
const present = JSON.parse(readFileSync('package.json', 'utf8'));
const repositoryOf = (url) =>
	url.replace(/^git\+https:\/\/github\.com\//, '').replace(/\.git$/, '');
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** What stands for each fact today, in the order in which it is replaced: the author's name holds the package's. */
const replaced = {
	repository: new RegExp(`(?<=github\\.com/)${escape(repositoryOf(present.repository.url))}`, 'g'),
	author: new RegExp(escape(present.author.name), 'g'),
	email: new RegExp(escape(present.author.email), 'g'),
	// Neither a part of a path or of another name, nor what is written by now.
	name: new RegExp(`(?<![\\w/@-])${escape(present.name)}(?![\\w/-])`, 'g'),
};
const folders = '{nodes,credentials,icons,examples,docs,devnet,spec,test,tools,.github}/**/*';
const files = globSync(['*.{json,md,ts,mjs}', folders], {
	exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(String(path)),
}).filter((file) => /\.(json|md|ts|mts|mjs|yml|yaml)$/.test(file) && statSync(file).isFile());

for (const file of files) {
	const text = readFileSync(file, 'utf8');
	// Each fact gets a mark first, so that no value is taken for the next fact.
	let owned = text;
	for (const [key, pattern] of Object.entries(replaced))
		if (values[key] !== undefined) owned = owned.replace(pattern, `\u0000${key}\u0000`);
	for (const key of Object.keys(replaced))
		owned = owned.replaceAll(`\u0000${key}\u0000`, values[key]);
	if (owned === text) continue;
	writeFileSync(file, owned);
	console.log(file);
}
