/** Node Health on a real node: the names of its metrics, and a chain on which nothing happens. */
import type { IDataObject } from 'n8n-workflow';
import { preset } from '../../nodes/Trigger/watch/metrics/preset.ts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { startNode, type Node } from './nodes.mts';

let engine: Engine;
let whole: Node;
let plain: Node;

beforeAll(async () => {
	[engine, whole, plain] = await Promise.all([loadEngine(), startNode('all'), startNode('plain')]);
});
afterAll(async () => {
	engine?.close();
	await Promise.all([whole?.stop(), plain?.stop()]);
});

const createWatch = (nodeUrl: string, alertWhen: string[], options: IDataObject = {}) =>
	engine.createPoll(
		'avalancheTrigger',
		{ event: 'nodeHealth', alertWhen, options: { failedChecks: 1, goodChecks: 1, ...options } },
		{ credentials: { avalancheApi: { network: 'ownNode', nodeUrl } } },
	);

test('its metrics have the names that the alerts read, and no benchlist before the first bench [U59]', async () => {
	const text = await (await fetch(`${plain.url}/ext/metrics`)).text();
	for (const chain of ['C', 'P', 'X'])
		for (const name of [
			'snowman_polls_successful',
			'snowman_polls_failed',
			'snowman_blks_processing',
			'stake_percent_connected',
			'stake_num_validators',
		])
			expect(text).toContain(`\navalanche_${name}{chain="${chain}"} `);
	expect(text).toContain('\navalanche_evm_eth_chain_block_bad_count{chain="C"} ');
	expect(text).not.toContain('benchlist_benched_num');
	const health = (await (await fetch(`${plain.url}/ext/health`)).json()) as {
		checks: { diskspace: { message: IDataObject } };
	};
	expect(typeof health.checks.diskspace.message.availableDiskPercentage).toBe('number');
});

test('a quiet chain wakes nobody, whether another node is asked or not [U58] [U59]', async () => {
	const alertWhen = ['headNotMoving', ...preset.map(({ event }) => event)];
	const furtherObservers = `Other = ${whole.url}`;
	for (const trigger of [
		createWatch(whole.url, alertWhen),
		createWatch(plain.url, alertWhen, { furtherObservers }),
	]) {
		const told = [await trigger.activate(), await trigger.poll(), await trigger.poll()];
		const events = told.flatMap((items) => items ?? []).map(({ json }) => json.event);
		// What is free on the disk of this machine is its own matter.
		expect(events.filter((event) => event !== 'diskLow')).toEqual([]);
	}
});

test('a node that shows no waiting transactions needs another one beside it [U58]', async () => {
	await expect(createWatch(plain.url, ['headNotMoving']).activate()).rejects.toThrow(
		'Nothing shows when a block of the C-Chain is due',
	);
});
