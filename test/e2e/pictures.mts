/**
 * npm run pictures: takes the pictures of the docs in the demo, with the steps that test/e2e/measured.test.mts counts.
 * With names of examples behind `--`, it takes those of these examples alone.
 * The animated one needs img2webp: on Debian, apt install webp.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { demoAccount, demoDeployer } from '../../devnet/devnet.mts';
import { login, openDemo } from '../../tools/demo.mts';
import { findPort } from '../../tools/n8n/server.mts';
import { openEditor, prepareBrowser } from './browser.mts';
import { Person } from './person.mts';
import {
	addNightOptions,
	importExample,
	mailReport,
	mailReportOfExample,
	readBalances,
	searchNodes,
	watchValidator,
} from './steps.mts';

const pictures = 'docs/pictures';
/** High enough for most dialogs. */
const view = { width: 1440, height: 960 };

prepareBrowser();
mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'n8n-pictures-'));
const ports = { n8nPort: await findPort(), devnetPort: await findPort() };
const demo = await openDemo({ folder, ...ports, network: 'local', tell: console.log });
const { browser, page } = await openEditor(demo.server.url, login);

const picture = (name: string) => join(pictures, `${name}.png`);
const frames: string[] = [];

/** n8n's messages lie over a corner for some seconds. */
const hideMessages = async () =>
	await page.addStyleTag({ content: '.el-notification { display: none !important; }' });

/** A person whose looks at these places become pictures, and every look a frame when `isFilmed`. */
const look = (places: string[], isFilmed = false) =>
	new Person(page, async (what) => {
		// Menus fade in.
		await page.waitForTimeout(1500);
		await hideMessages();
		if (places.includes(what)) await page.screenshot({ path: picture(what) });
		if (!isFilmed) return;
		const frame = join(folder, `${frames.length}.png`);
		await page.screenshot({ path: frame });
		frames.push(frame);
	});

async function begin(path = '/home/workflows'): Promise<void> {
	await page.goto(`${demo.server.url}${path}`);
	await page.waitForLoadState('networkidle');
}

/** As docs/operator/quiet-night.md has them. */
const nightTexts = {
	observers: 'Avalanche Data API\nberlin = https://node-2.example.com',
	pingUrl: 'https://hc-ping.com/your-uuid',
	silence: 'Frankfurt-1, all, 2027-01-31T18:00, new disk',
};

/** Dialogs, e-mails and the steps of a report. */
async function takeOthers(): Promise<void> {
	const [nodeId] = demo.nodeIds as [string];
	const [from, to] = ['reports@example.org', 'accounts@example.org'];

	await begin();
	await searchNodes(look(['nodes-panel']), 'avalanche');

	await begin();
	await mailReport(look(['get-report'], true), { nodeId, from, to });

	await begin();
	await mailReportOfExample(look(['reward-report']), {
		nodeIds: demo.nodeIds.join(', '),
		from,
		to,
	});

	const [report] = readdirSync(demo.server.filesFolder).filter((file) =>
		/^Staking.*html$/.test(file),
	);
	await page.goto(pathToFileURL(join(demo.server.filesFolder, report!)).href);
	await look(['report-email'], true).look('report-email');

	await begin();
	await readBalances(look(['balances']), [demoAccount, demoDeployer].join(', '));

	await begin();
	await watchValidator(look(['trigger']), nodeId);

	await page.setViewportSize({ ...view, height: 1300 });
	await begin(`/workflow/${demo.watch!.id}`);
	const onCall = look(['alert-options']);
	await onCall.open('Avalanche Trigger');
	await addNightOptions(onCall, [
		{ label: 'Further Observers', name: 'furtherObservers', text: nightTexts.observers },
		{ label: 'Heartbeat Ping URL', name: 'heartbeatPingUrl', text: nightTexts.pingUrl },
		{ label: 'Severity by Budget', name: 'severityByBudget' },
		{ label: 'Silences', name: 'silences', text: nightTexts.silence },
	]);
	await page.setViewportSize(view);

	for (const [workflow, node, name] of [
		[demo.owners!, 'Avalanche Trigger', 'contract-event'],
		[demo.transfers!, 'Avalanche Stream Trigger', 'stream'],
	] as const) {
		await begin(`/workflow/${workflow.id}`);
		const person = look([name]);
		await person.open(node);
		await person.look(name);
	}
}

async function takeExample(name: string): Promise<void> {
	const picture = `example-${name}`;
	const visitor = look([picture]);
	await begin();
	await importExample(visitor, join('examples', `${name}.json`));
	await page.keyboard.press('1');
	await visitor.look(picture);
}

function makeFilm(): void {
	const film = join(pictures, 'report-by-email.webp');
	if (spawnSync('img2webp', ['-version']).status === 0)
		execFileSync('img2webp', [
			'-loop',
			'0',
			'-lossy',
			'-q',
			'60',
			'-d',
			'1800',
			...frames,
			'-o',
			film,
		]);
	else console.error(`${film} stays as it is: img2webp is missing. On Debian, apt install webp.`);
}

const names = process.argv.slice(2);
const isAll = names.length === 0;
const examples = readdirSync('examples').flatMap((file) => /^(.*)\.json$/.exec(file)?.[1] ?? []);
try {
	await page.setViewportSize(view);
	if (isAll) await takeOthers();
	for (const name of isAll ? examples : names) await takeExample(name);
} finally {
	await browser.close();
	await demo.close();
}
if (isAll) makeFilm();
rmSync(folder, { recursive: true, force: true });
