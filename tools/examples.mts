/** The examples by the role of those who use them, for npm start, n8n's tags, the mock network's page and the README of the examples. */
import { isDeepStrictEqual } from 'node:util';
import type { WorkflowFile } from './n8n/rest.mts';
import { readFileSync } from 'node:fs';

export interface Example {
	/** Its file without .json. */
	file: string;
	/** What it does, after its name. */
	does: string;
	/** What to set before it runs for a user. */
	set: string;
	/** What it needs of a user's own even in the demo. Without it, the demo has all. */
	needs?: string;
}

export interface Role {
	/** Its tag in n8n. */
	tag: string;
	title: string;
	examples: Example[];
}

export const roles: Role[] = [
	{
		tag: 'operator',
		title: 'Operators: validators and nodes',
		examples: [
			{
				file: 'validator-disconnect-alert',
				does: 'writes one message when a validator goes down and one when it recovers',
				set: 'node IDs',
			},
			{
				file: 'validator-watch',
				does: 'writes messages for outages, falling uptime, rewards at risk and ends of validation',
				set: 'node IDs',
			},
			{
				file: 'validators-on-call',
				does: 'opens incidents in PagerDuty, alerts in Alertmanager and messages in Telegram',
				set: 'node IDs, the keys of those that you use',
				needs: 'a bot of Telegram for the messages',
			},
			{
				file: 'planned-work',
				does: 'has a form for planned work, and answers the Silences URL of a watch',
				set: 'the Silences URL, in the watch',
			},
			{
				file: 'validator-status',
				does: 'sends an e-mail every Monday with your validators, those first that need attention',
				set: 'node IDs, both e-mail addresses',
			},
			{
				file: 'own-node-health',
				does: 'writes one message when your own node is unhealthy and one when it is well again',
				set: 'the URL of your node, its name',
			},
			{
				file: 'l1-validator-balance',
				does: 'writes messages when the balance of an L1 validator runs low, and how much to add',
				set: 'the subnet of your L1, node IDs',
			},
		],
	},
	{
		tag: 'treasury',
		title: 'Treasury: rewards, balances and statements',
		examples: [
			{
				file: 'monthly-reward-report',
				does: "sends an e-mail with last month's rewards of your validators, as page and CSV",
				set: 'node IDs, both e-mail addresses, the time zone',
			},
			{
				file: 'monthly-reward-workbook',
				does: 'sends the rewards of last month as an Excel file, a new one each month',
				set: 'node IDs, both e-mail addresses, the time zone',
			},
			{
				file: 'reward-received',
				does: 'writes one message for each reward of your validators',
				set: 'node IDs, the addresses of rewards, or both',
			},
			{
				file: 'quarterly-statement',
				does: "sends an e-mail with last quarter's payments, fees and balances of your wallets",
				set: 'addresses, both e-mail addresses, the time zone',
			},
			{
				file: 'treasury-workbook',
				does: "adds last month's movements of ten wallets on three chains to a workbook",
				set: 'chains, addresses, both e-mail addresses, the time zone',
			},
			{
				file: 'treasury-balances',
				does: 'writes a CSV file a day with AVAX and ERC-20 balances and their value',
				set: 'addresses, the currency',
			},
		],
	},
	{
		tag: 'analyst',
		title: 'Analysts: chains, contracts and tokens',
		examples: [
			{
				file: 'network-figures',
				does: 'writes one message a day with figures of the C-Chain for yesterday',
				set: 'the metrics',
			},
			{
				file: 'large-token-transfer',
				does: 'writes one message for each large transfer of a token, within a second',
				set: "the token's contract, the minimum amount",
			},
			{
				file: 'ownership-changed',
				does: 'writes one message when a contract gets another owner',
				set: 'the contracts, or another event',
			},
		],
	},
	{
		tag: 'everybody',
		title: 'Everybody who has a wallet',
		examples: [
			{
				file: 'payment-received',
				does: 'writes one message for each payment in AVAX that an address receives',
				set: 'the address',
			},
			{
				file: 'balance-warning',
				does: 'sends one message to Slack when a balance is low, and one when it is back',
				set: 'addresses, the limit, the Slack channel',
				needs: 'a Slack account and a channel',
			},
			{
				file: 'ai-agent',
				does: 'answers questions about balances, payments by counterparty, your validators and their rewards',
				set: "the model's credential",
				needs: 'the credential of a model',
			},
		],
	},
];

export const roleOf = (file: string): Role | undefined =>
	roles.find(({ examples }) => examples.some((example) => example.file === file));

/** The role by the name of the workflow. A user's own workflows have none. */
export const roleOfWorkflow = (name: string): Role | undefined =>
	roles.find(({ examples }) => examples.some(({ file }) => nameOf(file) === name));

const nameOf = (file: string): string =>
	(JSON.parse(readFileSync(`examples/${file}.json`, 'utf8')) as { name: string }).name;

/** The tables of the README of the examples. */
export const writeTables = (): string =>
	roles
		.flatMap(({ title, examples }) => [
			`## ${title}`,
			'',
			'| example | what it does | what to set |',
			'|---|---|---|',
			...examples.map(
				({ file, does, set }) => `| [${file}.json](${file}.json) | ${does} | ${set} |`,
			),
			'',
		])
		.join('\n');

/** What people and a newer version of the pack change of a workflow. */
const partsOf = ({ nodes, connections }: WorkflowFile) => [
	nodes.map(({ name, type, parameters }) => ({ name, type, parameters })),
	connections,
];

/** True if n8n has the workflow as the example is now. */
export const isAsExample = (known: WorkflowFile, example: WorkflowFile): boolean =>
	isDeepStrictEqual(partsOf(known), partsOf(example));

/** Names the workflows that a start left as an earlier start or a person made them. */
export const sayKept = (names: string[]): string =>
	`These workflows are kept, and differ from the examples of this version: ${names.join('; ')}. You changed them, or an earlier version added them. To renew one, archive and delete it in n8n, and start again.`;
