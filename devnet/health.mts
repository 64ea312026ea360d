import { plain } from './jsonRpc.mts';
import type { Received, Reply } from './http.mts';
import { writeNumber } from './json.mts';
import { demoL1Chain, primarySubnetId } from './ledger.mts';
import type { World } from './world.mts';

/** What the node says of its own health, as avalanchego v1.14.2 does. */

/** What is done to the health of the node. */
export interface HealthChoice {
	/** What is wrong, by the name of the check, in place of all that was wrong before. */
	failing?: Record<string, string>;
	/** Checks that the node has not run since its start: true for all, or their names. */
	notYetRun?: boolean | string[];
	/** The time of a network upgrade that the node does not know and most of the stake does; null for none. */
	upgradeTime?: string | null;
	/** How much of the disk is free, in percent. */
	diskPercentage?: number;
	/** The same in bytes; null where the database is in memory. */
	diskBytes?: number | null;
	/** Whether the node serves the API; if not, it is 404. */
	served?: boolean;
}

interface Failure {
	error: string;
	/** Seconds since 1970. */
	since: number;
}

/** Seconds between two runs of the checks. */
const frequency = 30;
const day = 86_400;
/** Percent of the disk that is free while all is well. */
const usualRoom = 87;
const localUpgradeTime = '2025-11-19T16:00:00Z';

/** As Go writes a duration: 49h0m0s. */
const writeDuration = (seconds: number): string =>
	`${Math.floor(seconds / 3600)}h${Math.floor((seconds % 3600) / 60)}m${Math.floor(seconds % 60)}s`;

export function createHealth(world: World) {
	const failures = new Map<string, Failure>();
	let chosen: Record<string, string> = {};
	let notYetRun: boolean | string[] = false;
	let upgradeTime: string | null = null;
	let diskPercentage = usualRoom;
	let diskBytes: number | null = null;
	let isServed = true;

	const note = (name: string, error: string | undefined) => {
		const { since = world.time } = failures.get(name) ?? {};
		if (error === undefined) failures.delete(name);
		else failures.set(name, { error, since });
	};

	const listStarting = () => world.chains.filter(({ state }) => state === 'bootstrapping');
	const subnetOf = (id: string) =>
		id === demoL1Chain.blockchainId ? demoL1Chain.subnetId : primarySubnetId;

	/** What the checks find, by their names. */
	function listDetails(): Record<string, unknown> {
		const away = [...world.nodes.values()].filter(({ connected }) => !connected);
		const height = world.ledger.chains[0]!.blocks.at(-1)?.number ?? 0;
		const chain = {
			engine: {
				consensus: {
					lastAcceptedHeight: Number(height),
					longestProcessingBlock: '0s',
					processingBlocks: 0,
				},
				vm: null,
			},
			networking: {
				percentConnected: 1 - away.length / world.nodes.size,
				disconnectedValidators: away.map(({ nodeID }) => nodeID),
			},
		};
		const starting = [...new Set(listStarting().map(({ id }) => subnetOf(id)))];
		return {
			C: chain,
			P: chain,
			X: chain,
			bls: 'node has the correct BLS key',
			bootstrapped: starting,
			database: null,
			diskspace: {
				availableDiskBytes: diskBytes ?? writeNumber('18446744073709551615'),
				availableDiskPercentage: diskPercentage,
			},
			futureupgrade: findUpgrade(),
			network: { connectedPeers: world.nodes.size - away.length - 1, sendFailRate: 0 },
			router: { longestRunningRequest: '0s', outstandingRequests: 0 },
		};
	}

	function findUpgrade() {
		const common = { localUpgradeTime, numUpgradeTimes: upgradeTime ? 2 : 1 };
		if (!upgradeTime)
			return { ...common, modeUpgradeTime: localUpgradeTime, modeUpgradeWeightPercentage: 99.1 };
		return {
			...common,
			modeUpgradeTime: upgradeTime,
			modeUpgradeWeightPercentage: 91.4,
			timeUntilUpgrade: writeDuration(Date.parse(upgradeTime) / 1000 - world.time),
		};
	}

	/** The error of the check of upgrades, which fails three days before one. */
	function findUpgradeError(): string | undefined {
		const left = upgradeTime ? Date.parse(upgradeTime) / 1000 - world.time : Infinity;
		if (left > 3 * day) return undefined;
		if (left > day) return 'unknown network upgrade detected';
		return left > day / 24
			? 'unknown network upgrade detected - update as soon as possible'
			: 'imminent network upgrade detected - update immediately';
	}

	/** Notes what fails of itself, at the moment that it is seen. */
	function noteOwn() {
		note('bootstrapped', listStarting().length ? 'subnets not bootstrapped' : chosen.bootstrapped);
		note('futureupgrade', findUpgradeError() ?? chosen.futureupgrade);
	}
	function showCheck(name: string, message: unknown) {
		const isWaiting = notYetRun === true || (notYetRun !== false && notYetRun.includes(name));
		if (isWaiting) return { error: 'not yet run', timestamp: '0001-01-01T00:00:00Z', duration: 0 };
		const failure = failures.get(name);
		return {
			...(message !== null && { message }),
			...(failure && { error: failure.error }),
			timestamp: new Date(world.time * 1000).toISOString().replace('Z', '123456Z'),
			duration: 23_291,
			...(failure && {
				contiguousFailures: 1 + Math.floor((world.time - failure.since) / frequency),
				timeOfFirstFailure: new Date(failure.since * 1000).toISOString(),
			}),
		};
	}

	function report(names: string[] | undefined): Reply {
		noteOwn();
		const all = { ...chosen, ...listDetails() };
		const checks = Object.fromEntries(
			(names ?? Object.keys(all).sort()).map((name) => [name, showCheck(name, all[name])]),
		);
		const healthy = Object.values(checks).every((check) => !('error' in check));
		const headers = { 'content-type': 'application/json' };
		return { status: healthy ? 200 : 503, headers, json: { checks, healthy } };
	}

	const reports: Record<string, string[] | undefined> = {
		'/ext/health': undefined,
		'/ext/health/health': undefined,
		'/ext/health/readiness': ['bootstrapped'],
		'/ext/health/liveness': [],
	};

	return {
		/** The report of a path; nothing where the path is none of health. */
		answer({ method }: Received, path: string): Reply | undefined {
			if (!isServed || !Object.hasOwn(reports, path)) return undefined;
			return method === 'GET' ? report(reports[path]) : plain(405, 'Method Not Allowed\n');
		},
		/** What was chosen to be wrong, in words. */
		list: (): string[] => [
			...Object.entries(chosen).map(
				([name, error]) => `The node fails its health check ${name}: ${error}`,
			),
			...(diskPercentage === usualRoom
				? []
				: [`The node has ${diskPercentage} % of its disk free`]),
			...(upgradeTime ? [`The node does not know the network upgrade of ${upgradeTime}`] : []),
			...(notYetRun ? ['The node has not run all of its health checks'] : []),
			...(isServed ? [] : ['The node serves no health']),
		],
		end() {
			this.set({
				failing: {},
				notYetRun: false,
				upgradeTime: null,
				diskPercentage: usualRoom,
				diskBytes: null,
				served: true,
			});
		},
		set(choice: HealthChoice) {
			if (choice.failing) {
				for (const name of Object.keys(chosen))
					if (!(name in choice.failing)) note(name, undefined);
				chosen = choice.failing;
				for (const [name, error] of Object.entries(chosen)) note(name, error);
				// The same by POST.
				world.observe({ healthy: Object.keys(chosen).length === 0 });
			}
			if (choice.notYetRun !== undefined) notYetRun = choice.notYetRun;
			if (choice.upgradeTime !== undefined) upgradeTime = choice.upgradeTime;
			if (choice.diskPercentage !== undefined) diskPercentage = choice.diskPercentage;
			if (choice.diskBytes !== undefined) diskBytes = choice.diskBytes;
			if (choice.served !== undefined) isServed = choice.served;
		},
	};
}
