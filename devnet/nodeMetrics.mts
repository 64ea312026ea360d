import { primarySubnetId } from './ledger.mts';
import type { World } from './world.mts';

/** What the node measures of itself, in the text format of Prometheus: a few of the 1,700 figures of a real one. */

interface Metric {
	type: 'counter' | 'gauge' | 'histogram';
	help: string;
	/** By the labels, as they are written, or by what a histogram adds to the name. */
	samples: Record<string, string>;
}

const chains = (samples: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(samples).map(([chain, value]) => [`{chain="${chain}"}`, value]),
	);

function listMetrics(world: World): Record<string, Metric> {
	const nodes = [...world.nodes.values()];
	const connected = nodes.filter(({ connected: isConnected }) => isConnected).length;
	const share = String(connected / nodes.length);
	const validators = String(world.primary.length);
	const active = world.l1.filter(({ isActive }) => isActive).length;
	return {
		avalanche_health_checks_failing: {
			type: 'gauge',
			help: 'number of currently failing health checks',
			samples: { '{check="health",tag="all"}': '0', '{check="readiness",tag="all"}': '0' },
		},
		avalanche_network_peers: {
			type: 'gauge',
			help: 'Number of network peers',
			samples: { '': String(connected - 1) },
		},
		avalanche_network_peers_subnet: {
			type: 'gauge',
			help: 'Number of peers that are validating a particular subnet',
			samples: { [`{subnetID="${primarySubnetId}"}`]: String(connected - 1) },
		},
		avalanche_platformvm_active_l1_validators: {
			type: 'gauge',
			help: 'Number of active L1 validators',
			samples: chains({ P: String(active) }),
		},
		avalanche_resource_tracker_disk_available_space: {
			type: 'gauge',
			help: 'Available space remaining (bytes) on the database volume',
			samples: { '': '1.8446744073709552e+19' },
		},
		avalanche_evm_eth_chain_block_bad_count: {
			type: 'counter',
			help: 'bad blocks',
			samples: chains({ C: '0' }),
		},
		avalanche_snowman_blks_processing: {
			type: 'gauge',
			help: 'number of currently processing blocks',
			samples: chains({ C: '1', P: '0', X: '0' }),
		},
		avalanche_snowman_polls_failed: {
			type: 'counter',
			help: 'number of failed polls',
			samples: chains({ C: '3', P: '0', X: '0' }),
		},
		avalanche_snowman_polls_successful: {
			type: 'counter',
			help: 'number of successful polls',
			samples: chains({ C: '1.234567e+06', P: '48211', X: '77' }),
		},
		avalanche_stake_num_validators: {
			type: 'gauge',
			help: 'number of validators',
			samples: chains({ C: validators, P: validators, X: validators }),
		},
		avalanche_stake_percent_connected: {
			type: 'gauge',
			help: 'percent of connected stake',
			samples: chains({ C: share, P: share, X: share }),
		},
		avalanche_upgrade_time_until: {
			type: 'gauge',
			help: 'Time until an upcoming network upgrade (ns). +Inf means the upgrade is unscheduled.',
			samples: { '': '+Inf' },
		},
		avalanche_process_go_gc_duration_seconds: {
			type: 'histogram',
			help: 'Pauses of the garbage collection',
			samples: {
				'_bucket{le="0.001"}': '42',
				'_bucket{le="+Inf"}': '43',
				_sum: '0.25',
				_count: '43',
			},
		},
	};
}

const writeFamily = (name: string, { type, help, samples }: Metric): string =>
	[
		`# HELP ${name} ${help}`,
		`# TYPE ${name} ${type}`,
		...Object.entries(samples).map(([labels, value]) => `${name}${labels} ${value}`),
		'',
	].join('\n');

/** Values in place of those that the node has, by the name with its labels; null takes one away. */
export type MetricsChoice = Record<string, number | string | null>;

export function createMetrics(world: World) {
	const chosen = new Map<string, string | null>();

	function listChosen(): Record<string, Metric> {
		const metrics = listMetrics(world);
		for (const [sample, value] of chosen) {
			const [, name = '', labels = ''] = /^([^{]+)(.*)$/.exec(sample) ?? [];
			const metric = (metrics[name] ??= { type: 'gauge', help: 'set by hand', samples: {} });
			if (value === null) delete metric.samples[labels];
			else metric.samples[labels] = value;
		}
		return metrics;
	}

	return {
		write: (): string =>
			Object.entries(listChosen())
				.filter(([, { samples }]) => Object.keys(samples).length)
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([name, metric]) => writeFamily(name, metric))
				.join(''),
		/** What was set by hand, in words. */
		list: (): string[] =>
			[...chosen].flatMap(([sample, value]) =>
				value === null ? [] : [`The node says ${sample} ${value} in its metrics`],
			),
		end: () => chosen.clear(),
		set(choice: MetricsChoice) {
			for (const [sample, value] of Object.entries(choice))
				chosen.set(sample, value === null ? null : String(value));
		},
	};
}
