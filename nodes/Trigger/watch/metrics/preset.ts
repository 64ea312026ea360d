/**
 * The thresholds that Ava Labs recommends for a node's metrics (builders-hub, Key Metrics & Alerts). Its threshold for
 * failing health checks is not in this list: the alert Unhealthy covers it.
 */
import { sayPercent } from '../../../feeds/items/words';
import { nameChain } from '../../../shared/avalanche/chains';
import { countOf } from '../../../shared/values/writing';
import { sayId, sayName } from '../../../shared/values/foreign';
import {
	isPercent,
	readDiskBytes,
	readDiskFree,
	sayGibibytes,
} from '../../../shared/validators/health';
import type { Figure, Validator } from '../readings';
import { knownOf, type Counters } from './counters';

/** The chain is empty for a metric of the whole node. */
export interface Sample {
	metric: string;
	chain: string;
	value: number;
}

interface Readings {
	samples: Sample[];
	counters: Counters;
	node: Validator;
}

export interface Threshold {
	/** Of the alert, see `Alert`. */
	code: number;
	event: string;
	endEvent: string;
	option: { name: string; description: string };
	/** The name of the figure in items. */
	metric: string;
	/** False if the health report is enough and /ext/metrics is not needed. */
	isOfMetrics: boolean;
	read: (from: Readings) => Figure[];
	isTooMuch?: true;
	/** It counts events that did happen, so one poll is enough. */
	isSure?: true;
	/** Warnings are to be planned for, critical alerts to be acted on. A value equal to the threshold is still good. */
	warning?: number;
	critical: number;
	/** Completes "NodeID-...:". The chain is empty for the whole node. */
	began: (value: number, chain: string, bytes?: number) => string;
	/** The same without a known figure. */
	unknown: string;
	ended: string;
	/** The same with a known figure, if the reader wants to know it. */
	endedAt?: (value: number, bytes?: number) => string;
	todo: string;
	/** The figure of a test run: the milder threshold is crossed, so that the alert can grow. */
	sample: number;
}

const gauge =
	(name: string) =>
	({ samples }: Pick<Readings, 'samples'>): Figure[] =>
		samples.filter(({ metric }) => metric === name).map(({ chain, value }) => ({ chain, value }));

const percentOf =
	(name: string) =>
	(readings: Readings): Figure[] =>
		gauge(name)(readings)
			.map(({ chain, value }) => ({ chain, value: value * 100 }))
			.filter(({ value }) => isPercent(value));

/** A node lacks this metric until it benches its first validator. Nobody is benched before that. */
const gaugeOrNone =
	(name: string) =>
	(readings: Readings): Figure[] => {
		const found = gauge(name)(readings);
		return found.length ? found : [{ chain: '', value: 0 }];
	};

/** Among fewer polls, a single failure would be a large share. */
const leastPolls = 20;
const [succeeded, failed] = [
	'avalanche_snowman_polls_successful',
	'avalanche_snowman_polls_failed',
];

const toShare = ([good, bad]: number[]): number | undefined =>
	good + bad < leastPolls ? undefined : (100 * good) / (good + bad);

function readPolls({ samples, counters }: Readings): Figure[] {
	const byChain = (name: string) =>
		new Map(gauge(name)({ samples }).map(({ chain, value }) => [chain, value]));
	const bad = byChain(failed);
	return knownOf(
		[...byChain(succeeded)].map(([chain, good]) => {
			const lost = bad.get(chain);
			const value =
				lost === undefined ? undefined : counters.measure(`polls ${chain}`, [good, lost], toShare);
			return { chain, value };
		}),
	);
}

/** Matches the C-Chain and subnet EVMs. */
const badBlockForm = /_eth_chain_block_bad_count$/;

const readBadBlocks = ({ samples, counters }: Readings): Figure[] =>
	knownOf(
		samples
			.filter(({ metric }) => badBlockForm.test(metric))
			.map(({ metric, chain, value }) => ({
				chain,
				value: counters.measure(`${metric} ${chain}`, [value], ([growth]) => growth),
			})),
	);

/** From the health report, which has it in every version of the node. */
function readDisk({ node: { checks = [] } }: Readings): Figure[] {
	const value = readDiskFree(checks);
	return value === undefined ? [] : [{ chain: '', value, bytes: readDiskBytes(checks) }];
}

const ofChain = (chain: string): string => (chain ? ` of the ${chain}` : '');
const onChain = (chain: string): string => (chain ? ` on the ${chain}` : '');

/** "C-Chain", or "chain" with the ID of another one. Empty for the whole node. */
export function sayChainOf({ chain }: Figure): string {
	if (!chain) return '';
	const named = String(nameChain(chain));
	return named === chain ? `chain ${sayId(chain)}` : sayName(named);
}

/** "15 % (120 GiB)" */
const sayFree = (value: number, bytes: number | undefined): string =>
	`${sayPercent(value)}${bytes === undefined ? '' : ` (${sayGibibytes(bytes)})`}`;

export const preset: Threshold[] = [
	{
		code: 371,
		event: 'pollsFailing',
		endEvent: 'pollsSucceeding',
		option: {
			name: 'Metric: Failing Polls',
			description: 'Of its polls for consensus, fewer than 95 % succeed. Below 90 % is critical.',
		},
		metric: 'pollsSucceededPercent',
		isOfMetrics: true,
		read: readPolls,
		warning: 95,
		critical: 90,
		began: (value, chain) => `only ${sayPercent(value)} of its polls succeed${onChain(chain)}`,
		unknown: 'too many of its polls fail',
		ended: 'its polls succeed again',
		todo: 'Validators do not answer, or its network is bad. Check its connections, and which validators are down.',
		sample: 92,
	},
	{
		code: 372,
		event: 'diskLow',
		endEvent: 'diskFree',
		option: {
			name: 'Metric: Disk Space',
			description: 'Less than 20 % of the disk is free. Below 10 % is critical.',
		},
		metric: 'diskFreePercent',
		isOfMetrics: false,
		read: readDisk,
		warning: 20,
		critical: 10,
		began: (value, _chain, bytes) => `only ${sayFree(value, bytes)} of its disk is free`,
		unknown: 'its disk is nearly full',
		ended: 'its disk has room again',
		endedAt: (value, bytes) => `its disk has room again, ${sayFree(value, bytes)} is free,`,
		todo: 'Add space, or prune its database: a node whose disk is full stops.',
		sample: 15,
	},
	{
		code: 373,
		event: 'badBlocks',
		endEvent: 'noBadBlocks',
		option: {
			name: 'Metric: Bad Blocks',
			description: 'The node refuses blocks as bad. More than 10 from check to check are critical.',
		},
		metric: 'newBadBlocks',
		isOfMetrics: true,
		read: readBadBlocks,
		isTooMuch: true,
		isSure: true,
		warning: 0,
		critical: 10,
		began: (value, chain) => `refused ${countOf(value, 'block')}${ofChain(chain)} as bad`,
		unknown: 'refused blocks as bad',
		ended: 'refuses no blocks any more',
		todo: 'It may differ from the network. Check its version and its database.',
		sample: 3,
	},
	{
		code: 374,
		event: 'stakeDisconnected',
		endEvent: 'stakeConnected',
		option: {
			name: 'Metric: Connected Stake',
			description: 'The node is connected to less than 80 % of the stake of a chain',
		},
		metric: 'connectedStakePercent',
		isOfMetrics: true,
		read: percentOf('avalanche_stake_percent_connected'),
		critical: 80,
		began: (value, chain) => `connected to only ${sayPercent(value)} of the stake${ofChain(chain)}`,
		unknown: 'connected to too little of the stake',
		ended: 'connected to enough of the stake again',
		todo: 'Check its network, and that port 9651 is open.',
		sample: 62,
	},
	{
		code: 375,
		event: 'blocksUndecided',
		endEvent: 'blocksDecided',
		option: {
			name: 'Metric: Processing Blocks',
			description: 'More than 6 blocks of a chain are not decided yet. More than 15 are critical.',
		},
		metric: 'processingBlocks',
		isOfMetrics: true,
		read: gauge('avalanche_snowman_blks_processing'),
		isTooMuch: true,
		warning: 6,
		critical: 15,
		began: (value, chain) => `${countOf(value, 'block')}${ofChain(chain)} not decided yet`,
		unknown: 'too many blocks not decided yet',
		ended: 'its blocks are decided again',
		todo: 'Consensus is slow or stands. Check the polls and the connected stake of the node.',
		sample: 9,
	},
	{
		code: 376,
		event: 'validatorsBenched',
		endEvent: 'validatorsNotBenched',
		option: {
			name: 'Metric: Benched Validators',
			description: 'The node has benched more than one validator, and does not ask them any more',
		},
		metric: 'benchedValidators',
		isOfMetrics: true,
		read: gaugeOrNone('avalanche_benchlist_benched_num'),
		isTooMuch: true,
		critical: 1,
		began: (value, chain) => `benched ${countOf(value, 'validator')}${onChain(chain)}`,
		unknown: 'benched too many validators',
		ended: 'no more than one validator is benched',
		todo: 'They did not answer it, and its metrics do not name them. If others see them well, check the network of this node.',
		sample: 4,
	},
	{
		code: 377,
		event: 'noValidators',
		endEvent: 'validatorsSeen',
		option: {
			name: 'Metric: No Validators',
			description: 'The node sees no validators of a chain',
		},
		metric: 'validatorsSeen',
		isOfMetrics: true,
		read: gauge('avalanche_stake_num_validators'),
		critical: 1,
		began: (_value, chain) => `sees no validators${ofChain(chain)}`,
		unknown: 'sees no validators',
		ended: 'sees validators again',
		todo: 'Check that its P-Chain has caught up, and the validators of the L1.',
		sample: 0,
	},
];
