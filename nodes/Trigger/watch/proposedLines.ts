/** Advice on lines of Silences: their form, and the line to enter in place of a wrong one. */
import { InvalidField, show } from '../../shared/fields/invalid';
import { hideSecrets } from '../../shared/fields/secrets';
import { exampleTime } from '../../shared/values/exampleTimes';
import { shorten } from '../../shared/values/text';

export const lineForm = (): string =>
	`A line is: who, which alert, until when, and why. It holds from now on. If the work begins later, write its beginning before its end, with a comma between them. Example: "Frankfurt-1, Down, ${exampleTime('16:00')}, ${exampleTime()}, new disk".`;

/** What people put between the parts of a line in place of commas. */
export const otherMarks = /[;|\t]/;

/** Longest line that an error proposes. */
const mostProposed = 200;
const enterThis = 'Enter this line: ';

export const writeLine = (parts: string[]): string =>
	shorten(hideSecrets(parts.filter(Boolean).join(', ')), mostProposed);

/** `otherwise` is a sentence about another line that can be meant. */
export const propose = (parts: string[], timezone: string, otherwise = ''): string =>
	`${enterThis}${writeLine(parts)} (times are in ${timezone}, the workflow's time zone). ${otherwise}${lineForm()}`;

/** True if the fault has the line to enter. */
export const isProposal = (fault: unknown): fault is InvalidField =>
	fault instanceof InvalidField && (fault.description ?? '').includes(enterThis);

export const mustHaveAll = (line: string, place: string, advice: string): InvalidField =>
	new InvalidField(
		`must have "who, alert, until, reason" in ${place}, not ${show(line)}`,
		undefined,
		advice,
	);
