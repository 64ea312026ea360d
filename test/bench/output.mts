/** The tables of the bench: printed, and with --write kept in docs/bench.md, a section for each part. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

const page = 'docs/bench.md';
const beginning = `# Figures of the bench

\`npm run bench -- --write\` writes this page. \`npm run bench -- evm --write\` writes the section of one part.
[Performance](performance.md) says what the figures mean.
`;

type Row = Record<string, unknown>;

/** The tables since the last section was written. */
const tables: Array<{ title: string; rows: Row[] }> = [];

export function writeRows(title: string, rows: object[]): void {
	console.log(`\n${title}`);
	console.table(rows);
	tables.push({ title, rows: rows as Row[] });
}

const toLine = (cells: string[]): string => `| ${cells.join(' | ')} |`;

/** Rows of a kind may lack a column that others have. */
function toMarkdown(rows: Row[]): string {
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const lines = rows.map((row) => names.map((name) => String(row[name] ?? '')));
	return [names, names.map(() => '---'), ...lines].map(toLine).join('\n');
}

const commit = (): string =>
	execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

/** Puts the tables of a part in the place of those that stood there. */
export function writeSection(part: string): void {
	const written = tables
		.splice(0)
		.map(({ title, rows }) => `### ${title}\n\n${toMarkdown(rows)}\n`);
	const model = cpus()[0]?.model ?? 'an unknown kind';
	const date = new Date().toISOString().slice(0, 10);
	const section = [
		`## ${part}\n`,
		`${date}, commit ${commit()}, ${cpus().length} cores of ${model.trim()}, Node.js ${process.versions.node}.\n`,
		...written,
	].join('\n');
	const before = existsSync(page) ? readFileSync(page, 'utf8') : beginning;
	const [head, ...sections] = before.split(/^(?=## )/m);
	const others = sections.filter((text) => !text.startsWith(`## ${part}\n`));
	const all = [...others, `${section}\n`].map((text) => `${text.trim()}\n`).sort();
	writeFileSync(page, [`${head!.trim()}\n`, ...all].join('\n'));
}
