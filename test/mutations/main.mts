/**
 * npm run test:mutations [-- part of a file's name ...]: breaks the named files in every way that Stryker knows, runs the
 * unit tests of each after each break, and writes the breaks that no test sees into docs/mutations.md.
 *
 * What was found stays in test/mutations/results, so that a run goes on where the one before it stopped, and breaks
 * again only what has changed in a file or in its tests. Delete that folder to begin anew.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { targets } from './targets.mts';

/** What this program uses of Stryker, which is installed for it alone, and of its report. */
interface Stryker {
	Stryker: new (options: object) => { runMutationTest(): Promise<unknown> };
}
interface Position {
	line: number;
	column: number;
}
interface Break {
	status: string;
	replacement: string;
	location: { start: Position; end: Position };
}
interface Report {
	files: Record<string, { source: string; mutants: Break[] }>;
}

const longestRunMs = 60 * 60_000;
const mostLines = 2000;
const leastScore = 85;
const folder = 'test/mutations/results';
const page = 'docs/mutations.md';
const temporary = join(tmpdir(), `mutations-${process.pid}`);
const generatedFrom = '<!-- generated from here on -->\n';

const wanted = process.argv.slice(2);
const chosen = targets.filter(
	({ file }) => !wanted.length || wanted.some((part) => file.includes(part)),
);
const lines = chosen.flatMap(({ file }) => readFileSync(file, 'utf8').trimEnd().split('\n'));
if (lines.length > mostLines)
	throw new Error(`The files have ${lines.length} lines; ${mostLines} is the maximum`);

const missing = targets
	.flatMap(({ tests }) => tests)
	.filter((test) => !existsSync(`test/unit/${test}.test.mts`));
if (missing.length) throw new Error(`There is no test in test/unit named ${missing.join(', ')}`);

const requireHere = createRequire(import.meta.url);
const { Stryker } = (await import(
	pathToFileURL(requireHere.resolve('@stryker-mutator/core')).href
)) as Stryker;

const nameOf = (file: string): string => join(folder, file.replaceAll('/', '-'));
/** What a whole run over the file found. */
const reportOf = (file: string): string => `${nameOf(file)}.json`;

async function breakFile(file: string, tests: string[]): Promise<void> {
	await new Stryker({
		mutate: [file],
		// Texts are proved by tests of texts; most breaks of them say nothing.
		mutator: { excludedMutations: ['StringLiteral'] },
		// What runs once when a file is loaded would need all tests anew for each break.
		ignoreStatic: true,
		testRunner: 'jest',
		coverageAnalysis: 'perTest',
		jest: {
			configFile: 'jest.config.mjs',
			// Nearly all tests import nearly all files in the end: those named are about this one.
			enableFindRelatedTests: false,
			config: {
				testMatch: tests.map((test) => `<rootDir>/test/unit/${test}.test.mts`),
				setupFilesAfterEnv: ['<rootDir>/test/mutations/quick.cjs'],
			},
		},
		// Enough on a busy machine, too: a break that ends in a loop counts as seen.
		timeoutMS: 15_000,
		incremental: true,
		// Stryker writes this one also when it is stopped, and goes on with it.
		incrementalFile: `${nameOf(file)}.incremental.json`,
		ignorePatterns: ['docs', 'dist', folder],
		tempDirName: temporary,
		concurrency: Math.min(2, availableParallelism()),
		reporters: ['progress-append-only', 'json'],
		jsonReporter: { fileName: reportOf(file) },
		logLevel: 'warn',
		allowConsoleColors: false,
	}).runMutationTest();
}

/** What the last run over a file found, unless the file has changed since. */
function readBreaks(file: string): Break[] | undefined {
	if (!existsSync(reportOf(file))) return undefined;
	const { files } = JSON.parse(readFileSync(reportOf(file), 'utf8')) as Report;
	const found = files[file];
	return found?.source === readFileSync(file, 'utf8') ? found.mutants : undefined;
}

const isSeen = ({ status }: Break): boolean => status === 'Killed' || status === 'Timeout';
const isUnseen = ({ status }: Break): boolean => status === 'Survived' || status === 'NoCoverage';
const score = (breaks: Break[]): number => {
	const seen = breaks.filter(isSeen).length;
	return (100 * seen) / Math.max(1, seen + breaks.filter(isUnseen).length);
};

/** The code between two positions, on one line. */
function cut(source: string[], { start, end }: Break['location']): string {
	const rows = source.slice(start.line - 1, end.line);
	rows[rows.length - 1] = rows.at(-1)!.slice(0, end.column - 1);
	rows[0] = rows[0]!.slice(start.column - 1);
	return rows.join(' ');
}

const toCode = (text: string): string => {
	const oneLine = text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
	return `\`${oneLine.length > 70 ? `${oneLine.slice(0, 67)}...` : oneLine || '(nothing)'}\``;
};

function writeUnseen(file: string, breaks: Break[]): string {
	const source = readFileSync(file, 'utf8').split('\n');
	const rows = breaks
		.filter(isUnseen)
		.toSorted((a, b) => a.location.start.line - b.location.start.line)
		.map(({ location, replacement }) => {
			const before = toCode(cut(source, location));
			return `| ${location.start.line} | ${before} | ${toCode(replacement)} |`;
		});
	if (rows.length === 0) return '';
	return `\n### ${file}\n\n| line | code | break that no test sees |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const startedAt = Date.now();
mkdirSync(folder, { recursive: true });
try {
	for (const { file, tests } of chosen) {
		if (Date.now() - startedAt > longestRunMs) {
			console.log(`An hour is over before ${file}: run it again, it goes on there.`);
			break;
		}
		console.log(`\n${file}, with ${tests.join(', ')}`);
		await breakFile(file, tests);
		console.log(`${file}: ${score(readBreaks(file) ?? []).toFixed(1)} %`);
	}
} finally {
	rmSync(temporary, { recursive: true, force: true });
}

const found = targets.map(({ file }) => ({ file, breaks: readBreaks(file) }));
const all = found.flatMap(({ breaks = [] }) => breaks);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const rows = found.map(({ file, breaks }) => {
	if (!breaks) return `| ${file} | not run | | |`;
	const unseen = breaks.filter(isUnseen).length;
	const count = breaks.filter(isSeen).length + unseen;
	return `| ${file} | ${count} | ${unseen} | ${score(breaks).toFixed(1)} |`;
});
const [byHand] = readFileSync(page, 'utf8').split(generatedFrom);
writeFileSync(
	page,
	`${byHand}${generatedFrom}
## Last run

${new Date().toISOString().slice(0, 10)}, commit ${commit}: **${score(all).toFixed(1)} percent** of the breaks were seen.

| file | breaks | unseen | percent seen |
|---|---|---|---|
${rows.join('\n')}

## Breaks that no test sees
${found.map(({ file, breaks = [] }) => writeUnseen(file, breaks)).join('')}`,
);
console.log(`\nSeen: ${score(all).toFixed(1)} %; the minimum is ${leastScore} %`);
if (score(all) < leastScore || found.some(({ breaks }) => !breaks)) process.exitCode = 1;
