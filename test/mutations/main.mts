/**
 * npm run test:mutations [-- part of a file's name ...]: breaks the named files in every way that Stryker knows, runs the
 * unit tests of each after each break, and writes the breaks that no test sees into docs/mutations.md.
 *
 * What was found stays in test/mutations/results, so that a run goes on where the one before it stopped, and breaks
 * again only what has changed in a file or in its tests. Delete that folder to begin anew.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { targets } from './targets.mts';

/** What this program uses of Stryker, which is installed for it alone. */
interface Mutant {
	fileName: string;
	status:
		| 'Killed'
		| 'Timeout'
		| 'Survived'
		| 'NoCoverage'
		| 'Ignored'
		| 'RuntimeError'
		| 'CompileError';
	mutatorName: string;
	replacement: string;
	location: { start: Position; end: Position };
}
interface Position {
	line: number;
	column: number;
}
interface Stryker {
	Stryker: new (options: object) => { runMutationTest(): Promise<Mutant[]> };
}

const longestRunMs = 60 * 60_000;
const mostLines = 2000;
const leastScore = 85;
const folder = 'test/mutations/results';
const page = 'docs/mutations.md';
const generatedFrom = '<!-- generated from here on -->\n';

const wanted = process.argv.slice(2);
const chosen = targets.filter(
	({ file }) => !wanted.length || wanted.some((part) => file.includes(part)),
);
const lines = chosen.flatMap(({ file }) => readFileSync(file, 'utf8').trimEnd().split('\n'));
if (lines.length > mostLines)
	throw new Error(`The files have ${lines.length} lines; ${mostLines} is the maximum`);

const requireHere = createRequire(import.meta.url);
const { Stryker } = (await import(
	pathToFileURL(requireHere.resolve('@stryker-mutator/core')).href
)) as Stryker;

async function breakFile(file: string, tests: string[]): Promise<Mutant[]> {
	return await new Stryker({
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
		incrementalFile: join(folder, `${basename(file)}.json`),
		ignorePatterns: ['docs', 'dist', folder],
		tempDirName: join(tmpdir(), `mutations-${process.pid}`),
		concurrency: Math.min(2, availableParallelism()),
		reporters: ['progress-append-only'],
		logLevel: 'warn',
		allowConsoleColors: false,
	}).runMutationTest();
}

const isSeen = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';
const isUnseen = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage';
const score = (mutants: Mutant[]): number => {
	const seen = mutants.filter(isSeen).length;
	return (100 * seen) / Math.max(1, seen + mutants.filter(isUnseen).length);
};

/** The code between two positions, on one line. */
function cut(source: string[], { start, end }: Mutant['location']): string {
	const rows = source.slice(start.line - 1, end.line);
	rows[rows.length - 1] = rows.at(-1)!.slice(0, end.column - 1);
	rows[0] = rows[0]!.slice(start.column - 1);
	return rows.join(' ');
}

const toCode = (text: string): string => {
	const oneLine = text.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
	return `\`${oneLine.length > 70 ? `${oneLine.slice(0, 67)}...` : oneLine || '(nothing)'}\``;
};

function writeSurvivors(file: string, mutants: Mutant[]): string {
	const source = readFileSync(file, 'utf8').split('\n');
	const rows = mutants
		.filter(isUnseen)
		.toSorted((a, b) => a.location.start.line - b.location.start.line)
		.map((mutant) => {
			const before = toCode(cut(source, mutant.location));
			return `| ${mutant.location.start.line} | ${before} | ${toCode(mutant.replacement)} |`;
		});
	if (rows.length === 0) return '';
	return `\n### ${file}\n\n| line | code | break that no test sees |\n|---|---|---|\n${rows.join('\n')}\n`;
}

const startedAt = Date.now();
mkdirSync(folder, { recursive: true });
const found = new Map<string, Mutant[]>();
try {
	for (const { file, tests } of chosen) {
		if (Date.now() - startedAt > longestRunMs) {
			console.log(`An hour is over before ${file}: run it again, it goes on there.`);
			break;
		}
		console.log(`\n${file}, with ${tests.join(', ')}`);
		const mutants = await breakFile(file, tests);
		found.set(file, mutants);
		console.log(`${file}: ${score(mutants).toFixed(1)} %`);
	}
} finally {
	rmSync(join(tmpdir(), `mutations-${process.pid}`), { recursive: true, force: true });
}

const all = [...found.values()].flat();
console.log(
	`\nSeen: ${score(all).toFixed(1)} % of ${all.length} breaks; the minimum is ${leastScore} %`,
);
if (found.size === targets.length) {
	const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
	const scores = [...found].map(([file, mutants]) => {
		const count = mutants.filter((mutant) => isSeen(mutant) || isUnseen(mutant)).length;
		return `| ${file} | ${count} | ${mutants.filter(isUnseen).length} | ${score(mutants).toFixed(1)} |`;
	});
	const [byHand] = readFileSync(page, 'utf8').split(generatedFrom);
	writeFileSync(
		page,
		`${byHand}${generatedFrom}
## Last run

${new Date().toISOString().slice(0, 10)}, commit ${commit}: **${score(all).toFixed(1)} percent** of all breaks were seen.

| file | breaks | unseen | percent seen |
|---|---|---|---|
${scores.join('\n')}

## Breaks that no test sees
${[...found].map(([file, mutants]) => writeSurvivors(file, mutants)).join('')}`,
	);
}
if (score(all) < leastScore) process.exitCode = 1;
