/**
 * Breaks the core of the trigger, one way after another, and shows that its tests see it:
 * node test/mutations.mts
 * Works on a copy of the repository in the temporary folder. Exits with 1 when a break goes unseen.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Break {
	name: string;
	file: string;
	/** What stands there, exactly once, and what stands there instead. */
	from: string;
	to: string;
}

const feed = 'nodes/Trigger/feed/feed.ts';
const poll = 'nodes/Trigger/feed/poll.ts';
const cursor = 'nodes/Trigger/feed/cursor.ts';

const breaksOfFeeds: Break[] = [
	{
		name: 'a failed page counts as the end of the list',
		file: feed,
		from: 'if (!token || retold || !isForgotten) return answer;',
		to: 'return { ok: true as const, result: { records: [], to, gone } };',
	},
	{
		name: 'the cursor moves although the poll failed',
		file: poll,
		from: 'if (!answer.failure.passing || (isBegun && !mayPass)) return answer;',
		to: 'if (!answer.failure.passing || (isBegun && !mayPass)) {\n\t\t\tstored.cursor = { ...cursor!, place: { ...cursor!.place!, floor: cursor!.place?.next } } as typeof cursor;\n\t\t\treturn answer;\n\t\t}',
	},
	{
		name: '"after" instead of "from" a position',
		file: feed,
		from: 'record.position >= Math.max(from, gone?.to ?? from)',
		to: 'record.position > Math.max(from, gone?.to ?? from)',
	},
	{
		name: 'the watch begins after the newest position',
		file: feed,
		from: "{ floor: Math.max(0, end - 1), next: Math.max(0, end - 1), seen: '' }, 1)",
		to: "{ floor: end, next: end, seen: '' }, 1)",
	},
	{
		name: 'an activation that cannot read forgets when it was',
		file: poll,
		from: 'stored.cursor = postpone(settings, clock);',
		to: 'void postpone;',
	},
	{
		name: 'what was emitted is not remembered',
		file: feed,
		from: 'if (marks.has(mark)) return;',
		to: '',
	},
	{
		name: 'nothing is read again for late records',
		file: feed,
		from: 'settings.settleSeconds ? settled : end',
		to: 'Math.max(settled, end)',
	},
	{
		name: 'polls that overlap overwrite each other',
		file: poll,
		from: 'JSON.stringify(stored.cursor) !== before ||',
		to: "before === '' ||",
	},
	{
		name: 'a range that is cut is taken as whole',
		file: feed,
		from: '\t\t\t\t\tthis.span = to - from;\n\t\t\t\t\tbreak;',
		to: '\t\t\t\t\treturn { ok: true as const, result: { records: [...found.values()], to: range.to, gone } };',
	},
	{
		name: 'blocks count before their confirmations',
		file: feed,
		from: 'head.result - settings.confirmations',
		to: 'head.result',
	},
	{
		name: 'history that is gone is passed over',
		file: feed,
		from: 'if (from < gone.to) this.emitted.push({ from, to: gone.to, reason: gone.reason });',
		to: '',
	},
	{
		name: 'what another server lacks is a gap though it was read',
		file: feed,
		from: 'const from = this.poll.mayBeLate ? range.from : Math.max(',
		to: 'const from = this.poll.mayBeLate ? range.from : Math.min(',
	},
	{
		name: 'what one server answered counts as proved',
		file: feed,
		from: 'if (page.provenTo !== undefined)',
		to: 'if (page.provenTo === 0)',
	},
	{
		name: 'what was read before a rate limit is dropped',
		file: feed,
		from: "kind === 'rate-limited' || !passing;",
		to: '!passing;',
	},
	{
		name: 'a rate limit begins the way down a list anew',
		file: feed,
		from: 'if (isLimited && hasLed',
		to: 'if (!isLimited && hasLed',
	},
	{
		name: 'what was read before any failure is told',
		file: feed,
		from: "kind === 'rate-limited' || !passing;",
		to: "kind !== 'cancelled' || !passing;",
	},
	{
		name: 'the last batch is not kept for the next start',
		file: feed,
		from: 'const last = emitted.length ? start : known?.last;',
		to: 'const last = emitted.length ? place : known?.last;',
	},
	{
		name: 'marks are kept without a bound',
		file: cursor,
		from: 'export const mostSeen = 256;',
		to: 'export const mostSeen = 100_000;',
	},
	{
		name: 'a poll stops before its first unit of progress',
		file: feed,
		from: 'if (reader.hasMoved && (isOver()',
		to: 'if ((isSpent(rereadShare)',
	},
	{
		name: 'what a descent does not reach is passed over',
		file: feed,
		from: 'gone: { to: first, reason }',
		to: 'gone: void reason',
	},
	{
		name: 'a start that is to come counts as read',
		file: feed,
		from: 'next: Math.min(floor, end)',
		to: 'next: floor',
	},
	{
		name: 'a second hole in a range is passed over',
		file: feed,
		from: 'if (page.gone && doneTo !== undefined) {',
		to: 'if (page.gone && !doneTo && from < 0) {',
	},
	{
		name: 'reading again takes all of a poll',
		file: feed,
		from: 'reader.pages && isOver()) reader.skipKnown();',
		to: 'reader.pages < 0) reader.skipKnown();',
	},
	{
		name: 'what there was no room to read again is settled',
		file: feed,
		from: 'this.leftOutFrom = this.next;',
		to: '',
	},
	{
		name: 'an activation that goes on fails with a fault that may pass',
		file: poll,
		from: '(isBegun && !mayPass)',
		to: 'isBegun',
	},
	{
		name: 'a list whose newest record a server lacks is that of another network',
		file: feed,
		from: '!world.isTimed && head',
		to: 'head',
	},
	{
		name: 'more confirmations are taken for another network',
		file: feed,
		from: 'head.result + blocksApart.most <',
		to: 'end + blocksApart.most <',
	},
	{
		name: 'a way down a list begins anew with each poll',
		file: feed,
		from: '(!again && known?.descent) || []',
		to: '[]',
	},
	{
		name: 'a way down a list takes as long as it takes',
		file: feed,
		from: 'isLate: () => clock.now() >= deadline',
		to: 'isLate: never',
	},
	{
		name: 'what came to a list after it began to be read is settled with it',
		file: feed,
		from: 'this.asOf = Math.min(this.asOf, resumed.at);',
		to: '',
	},
	{
		name: 'what a descent does not reach is told with each poll',
		file: feed,
		from: ' && lowest >= from) {',
		to: ') {',
	},
	{
		name: 'a position that goes on on the next page is passed over',
		file: feed,
		from: 'resumed?.lowest ?? end',
		to: '(resumed?.lowest ?? end) + 1',
	},
	{
		name: 'a page that is not given again fails for ever',
		file: feed,
		from: ' || !hasLed);',
		to: ');',
	},
	{
		name: 'polls that overlap after a restart redeliver each',
		file: poll,
		from: ' || (again && polled.has(stored))',
		to: '',
	},
];

const conditions = 'nodes/Trigger/watch/conditions.ts';
const step = 'nodes/Trigger/watch/step.ts';
const states = 'nodes/Trigger/watch/cursor.ts';
const items = 'nodes/Trigger/watch/items.ts';
const uptimePoll = 'nodes/Trigger/watch/poll.ts';
const measured = 'nodes/Trigger/watch/measuredFee.ts';
const lasting = 'nodes/Trigger/watch/lasting.ts';
const fee = 'nodes/Trigger/watch/feeSource.ts';
const arithmetic = 'nodes/Trigger/watch/validatorFee.ts';
const source = 'nodes/Trigger/watch/source.ts';
const upgrades = 'nodes/Trigger/watch/upgrades.ts';

const breaksOfUptime: Break[] = [
	{
		name: 'the first bad poll is told, however many are wanted',
		file: conditions,
		from: 'suspect.count >= settings.badPolls &&',
		to: '',
	},
	{
		name: 'unknown counts as good',
		file: conditions,
		from: "if (evidence === 'unknown') return entry;",
		to: "if (evidence === 'unknown') evidence = 'good';",
	},
	{
		name: 'quiet hours are loud',
		file: conditions,
		from: 'if (!next || isQuiet) return',
		to: 'if (!next) return',
	},
	{
		name: 'all validations need 80 percent',
		file: conditions,
		from: 'startedAt >= heliconAt ? 90 : 80',
		to: 'startedAt >= heliconAt ? 80 : 80',
	},
	{
		name: 'a reading that was overtaken counts',
		file: step,
		from: 'if (known && at < known.at && known.at - at < longestPoll) return { items: [], cursor: known };',
		to: 'void longestPoll;',
	},
	{
		name: 'the cursor of an earlier version starts afresh',
		file: step,
		from: 'cursor.source === nameSource(settings) ? bringUp',
		to: 'cursor.source === nameSource(settings) && cursor.version === cursorVersion ? bringUp',
	},
	{
		name: 'the next validation inherits the alerts of the one before',
		file: step,
		from: 'const gone = isRenewed ? ofOneValidation : [];',
		to: 'const gone = isRenewed ? [] : ofOneValidation.slice(9);',
	},
	{
		name: 'an upgrade that nobody knows the version of is told with each poll',
		file: step,
		from: 'return unknown?.name === known?.toldUpgrade ? undefined : unknown;',
		to: 'return unknown;',
	},
	{
		name: 'an upgrade that is not scheduled needs its version',
		file: upgrades,
		from: 'times[each] <= until',
		to: 'times[each] !== undefined && until > 0',
	},
	{
		name: 'states take the room that they want',
		file: states,
		from: "let excess = rows.join('').length - bytesBesides - bytesOfState * rows.length;",
		to: 'let excess = 0 * (bytesBesides + bytesOfState);',
	},
	{
		name: 'what finds no room is forgotten whole',
		file: states,
		from: '[condition, resume(entry)] as const',
		to: "[condition, condition === 'fell' ? resume(entry) : undefined] as const",
	},
	{
		name: 'a fall that was told is forgotten where there is no room',
		file: states,
		from: '.filter(([, entry]) => entry);',
		to: ".filter(([condition, entry]) => entry && condition !== 'fell');",
	},
	{
		name: 'who joined in quiet hours is not told of',
		file: step,
		from: 'const untold = joined && isQuiet && { joined };',
		to: 'const untold = undefined;',
	},
	{
		name: 'what began in quiet hours goes with who leaves in them',
		file: step,
		from: "if (condition !== 'left' && entry.told === 'waiting')",
		to: "if (condition === 'left' && entry.told === 'alone')",
	},
	{
		name: 'the last items do not come again',
		file: uptimePoll,
		from: 'const again = polled.has(stored) ? [] : last;',
		to: 'const again = last.slice(last.length);',
	},
	{
		name: 'the last items are kept without a bound',
		file: uptimePoll,
		from: 'if (sizeOf(items) <= room) return',
		to: 'if (room <= Infinity) return',
	},
	{
		name: 'a fee is told as soon as anything was paid',
		file: measured,
		from: 'const leastFeeSeconds = 300;',
		to: 'const leastFeeSeconds = 0;',
	},
	{
		name: 'a fee is measured from the first balances for ever',
		file: measured,
		from: 'const feeSeconds = 3600;',
		to: 'const feeSeconds = 1e9;',
	},
	{
		name: 'the fee is the least that anybody paid',
		file: measured,
		from: 'paid[paid.length >> 1] / seconds',
		to: 'paid[0] / seconds',
	},
	{
		name: 'a fee is measured by a clock that was set back',
		file: measured,
		from: '!fee || at < known!.at || at < fee.since',
		to: '!fee',
	},
	{
		name: 'what was followed before it was chosen is never told',
		file: step,
		from: 'for (const condition of [...gone, ...unfollowed, ...anew])',
		to: 'for (const condition of [...gone, ...unfollowed])',
	},
	{
		name: 'what is not chosen any more is remembered',
		file: step,
		from: 'for (const condition of [...gone, ...unfollowed, ...anew])',
		to: 'for (const condition of [...gone, ...anew])',
	},
	{
		name: 'a condition that is chosen later was good before',
		file: step,
		from: 'since === this.since || since <= (this.judgedSince[condition] ?? this.reading.at)',
		to: 'since === this.since',
	},
	{
		name: 'what is bad when a condition is chosen is told, wanted or not',
		file: step,
		from: 'const isFound = about.isFound || this.isNew(condition);',
		to: 'const isFound = about.isFound;',
	},
	{
		name: 'how long a balance lasts counts as judged before the fee is known',
		file: step,
		from: "each !== 'balanceLow' || isFeeKnown",
		to: "each !== 'balanceLow' || isFeeKnown || each.length > 0",
	},
	{
		name: 'an unreadable source is followed by who does not watch for it',
		file: step,
		from: "if (!settings.conditions.includes('unreachable')) return { items: [] };",
		to: '',
	},
	{
		name: 'why a validator left is forgotten',
		file: step,
		from: '{ validation, endsAtHour, renews, entries: { left: entries.left } }',
		to: "{ validation: validation && '', endsAtHour, renews, entries: { left: entries.left } }",
	},
	{
		name: 'who returns with another validation has renewed it',
		file: step,
		from: "was && !hasLeft(was) ? was.validation : ''",
		to: "was?.validation ?? ''",
	},
	{
		name: 'nothing is read for ten minutes after the clock was set back',
		file: step,
		from: 'const longestPoll = 120;',
		to: 'const longestPoll = 600;',
	},
	{
		name: 'the watch is yet to begin after the clock was set back',
		file: step,
		from: '(time > at ? at - 1 : time)',
		to: '(time > at + Infinity ? at : time)',
	},
	{
		name: 'what is half counted waits for a clock that was set back',
		file: step,
		from: 'const hadBreak = at < known.at || at - known.at',
		to: 'const hadBreak = at - known.at',
	},
	{
		name: 'the end of a condition has another alertId than its beginning',
		file: items,
		from: 'change.key, change.since);',
		to: 'change.key, change.goodSince ?? change.since);',
	},
	{
		name: 'the price of now is that of ever after',
		file: lasting,
		from: 'told.current === undefined ? config.target : BigInt(told.current)',
		to: 'told.current === undefined ? config.target : config.target',
	},
	{
		name: 'a balance counts from the time of the reading',
		file: lasting,
		from: 'told.at + found[i] - at',
		to: 'found[i] + 0 * (told.at + at)',
	},
	{
		name: 'constants are good for ever',
		file: fee,
		from: 'const configLasts = 86_400;',
		to: 'const configLasts = 1e12;',
	},
	{
		name: 'an older state of the fee is taken for the same time',
		file: fee,
		from: 'if (now.at === known.at) return known.current;',
		to: 'if (now.at <= known.at) return undefined;',
	},
	{
		name: 'who is poor waits for who is poorer',
		file: arithmetic,
		from: '(a, b) => Number(amounts[a] > amounts[b]) - Number(amounts[a] < amounts[b])',
		to: '() => 0',
	},
	{
		name: 'the price of a stretch is that of its start',
		file: arithmetic,
		from: 'real *= stretch.ratio',
		to: 'real *= 1 + 0 * stretch.ratio',
	},
	{
		name: 'one odd record spoils a list',
		file: source,
		from: 'return records.length || !list.length ?',
		to: 'return records.length === list.length ?',
	},
	{
		name: 'a far end is prolonged with each poll',
		file: states,
		from: 'epoch / 3600 + mostHours - 1);',
		to: 'epoch / 3600 + 1e12);',
	},
	{
		name: 'a date beyond all dates is written',
		file: items,
		from: 'return year >= 0 && year <= mostYear ? date.toISOString() : null;',
		to: 'return year < mostYear + 1e9 || seconds > 0 ? date.toISOString() : null;',
	},
	{
		name: 'what renews itself ends',
		file: conditions,
		from: 'badIf(!doesRenew(validator) && ',
		to: 'badIf(',
	},
	{
		name: 'one that was not renewed has ended as it should',
		file: step,
		from: "const atItsEnd = renews ? 'notRenewed' : 'ended';",
		to: "const atItsEnd = renews ? 'ended' : 'ended';",
	},
];

const copy = mkdtempSync(join(tmpdir(), 'mutations-'));
for (const part of [
	'nodes',
	'test/unit',
	'test/golden',
	'devnet/ids.mts',
	'devnet/validatorFee.mts',
	'package.json',
	'jest.config.mjs',
	'tsconfig.json',
	'test/support/transform.cjs',
	'test/tsconfig.json',
])
	cpSync(part, join(copy, part), { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));

/** The names of the tests of files that fail. */
function listFailures(...files: string[]): string[] {
	const report = join(copy, 'report.json');
	const jest = join('node_modules', 'jest', 'bin', 'jest.js');
	// A year of polls takes long, and sees nothing that the others do not.
	const names = ['--testNamePattern', '^(?!.*over a simulated year)'];
	spawnSync(
		process.execPath,
		[jest, '--json', '--outputFile', report, '--silent', ...names, ...files],
		{ cwd: copy },
	);
	const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
		testResults: Array<{
			message: string;
			assertionResults: Array<{ fullName: string; status: string }>;
		}>;
	};
	rmSync(report);
	return testResults.flatMap(({ message, assertionResults }) =>
		assertionResults.length
			? assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
			: [`does not run: ${message.slice(0, 200)}`],
	);
}

/** The named tests, and where they see nothing, the random histories, which take longer. */
function lookAtFeeds(): string[] {
	const failures = listFailures(
		'test/unit/feed.test.mts',
		'test/unit/feedRewards.test.mts',
		'test/unit/feedProof.test.mts',
	);
	return failures.length ? failures : listFailures('test/unit/feedHistories.test.mts');
}
function lookAtUptime(): string[] {
	const failures = listFailures('test/unit/uptime.test.mts', 'test/unit/uptimePromises.test.mts');
	return failures.length
		? failures
		: listFailures(
				'test/unit/uptimeFee.test.mts',
				'test/unit/uptimeOdd.test.mts',
				'test/unit/uptimeRenewal.test.mts',
			);
}

const looks = [lookAtFeeds, lookAtUptime];
const breaks = [breaksOfFeeds, breaksOfUptime].flatMap((list, i) =>
	list.map((each) => ({ ...each, look: looks[i]! })),
);
let unseen = 0;
try {
	const before = looks.flatMap((look) => look());
	if (before.length) throw new Error(`The tests fail without a break: ${before.join('; ')}`);
	for (const { name, file, from, to, look } of breaks) {
		const path = join(copy, file);
		const source = readFileSync(path, 'utf8');
		if (source.split(from).length !== 2)
			throw new Error(`"${name}": its place in ${file} has changed`);
		writeFileSync(
			path,
			source.replace(from, () => to),
		);
		const failures = look();
		writeFileSync(path, source);
		if (!failures.length) unseen++;
		const seenBy = failures.length ? `seen by ${failures.length}: ${failures[0]}` : 'NOT SEEN';
		console.log(`${failures.length ? 'ok  ' : 'FAIL'}  ${name} - ${seenBy}`);
	}
} finally {
	rmSync(copy, { recursive: true, force: true });
}
console.log(`${breaks.length - unseen} of ${breaks.length} breaks were seen`);
process.exitCode = unseen ? 1 : 0;
