/** What an accountant does with docs/treasury.md and docs/statements.md alone, step by step: the browser test counts it. */
import type { Person } from './person.mts';
import { execute, goOn, importExample, publish, sendPage, takeNode } from './steps.mts';

interface Mail {
	from: string;
	to: string;
}

/** From the list of workflows to a new one whose first node is this one. */
async function beginWith(person: Person): Promise<void> {
	await person.click('Create workflow', person.find('add-resource-workflow'));
	await person.click('Add first step', person.find('canvas-plus-button'));
}

/** Both addresses of the example's last node, and the run of the whole workflow. */
async function sendFrom(person: Person, node: string, { from, to }: Mail): Promise<void> {
	await person.open(node);
	await person.enter(from, person.field('fromEmail'));
	await person.enter(to, person.field('toEmail'));
	await execute(person);
}

/** Last quarter's statement of wallets as an e-mail, with the example of it. */
export async function mailStatementOfExample(
	person: Person,
	wallets: string,
	mail: Mail,
): Promise<void> {
	await importExample(person, 'examples/quarterly-statement.json');
	await person.open('Get statement');
	await person.enter(wallets, person.field('addresses'));
	await person.click('Close', person.find('ndv-close-button'));
	await sendFrom(person, 'Send statement', mail);
}

/** The same from an empty canvas, with its schedule. */
export async function mailStatement(person: Person, wallets: string, mail: Mail): Promise<void> {
	await beginWith(person);
	await person.searchNode('schedule', 'Schedule Trigger');
	await person.select('Trigger Interval', 'Months');
	await person.enter('3', person.field('monthsInterval'));
	await person.enter('2', person.field('triggerAtDayOfMonth'));
	await goOn(person);
	const action = 'Get statement of payments of addresses';
	await takeNode(person, 'avalanche data api', 'Avalanche Data API', action);
	await person.enter(wallets, person.field('addresses'));
	await person.select('Period', 'Last Quarter');
	await person.select('Return', 'Detail CSV');
	await goOn(person);
	await sendPage(person, mail);
}

/** The example of a warning, up to what its trigger finds now. */
export async function warnOfExample(person: Person, wallets: string, limit: string): Promise<void> {
	await importExample(person, 'examples/balance-warning.json');
	await person.open('Avalanche Trigger');
	await person.enter(wallets, person.field('addresses'));
	await person.enter(limit, person.field('below'));
	await execute(person);
}

/** A published warning by e-mail, from an empty canvas. */
export async function warn(
	person: Person,
	wallets: string,
	limit: string,
	{ from, to }: Mail,
): Promise<void> {
	await beginWith(person);
	// In the list of first steps n8n leaves out the word Trigger.
	await takeNode(person, 'avalanche', 'Avalanche', 'On balance below or above limit');
	await person.enter(wallets, person.field('addresses'));
	await person.enter(limit, person.field('below'));
	await goOn(person);
	await person.searchNode('send email', 'Send Email', 'Send an Email');
	await person.enter(from, person.field('fromEmail'));
	await person.enter(to, person.field('toEmail'));
	await person.select('Email Format', 'Text');
	await person.enter('{{ $json.title }}', person.field('subject'));
	await person.enter('{{ $json.message }}', person.field('text'));
	await person.click('Close', person.find('ndv-close-button'));
	await publish(person);
}

/** The workbook of several wallets on several chains, with the example of it. */
export async function mailWorkbookOfExample(
	person: Person,
	{ chains, wallets }: { chains: string; wallets: string },
	mail: Mail,
): Promise<void> {
	await importExample(person, 'examples/treasury-workbook.json');
	await person.open('Chains');
	await person.enter(chains, person.field('value'));
	await person.click('Close', person.find('ndv-close-button'));
	await person.open('Get statement');
	await person.enter(wallets, person.field('addresses'));
	await person.click('Close', person.find('ndv-close-button'));
	await sendFrom(person, 'Send workbook', mail);
}
