/**
 * What people type into n8n's nodes panel and ask of its catalogue, and the node of ours that does it. Written before
 * the search words of the nodes, so that these answer the questions and not the other way round.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Question {
	asked: string;
	/** The node's name; two where both do it. */
	right: string[];
}

const trigger = 'avalancheTrigger';
const validators = 'avalancheValidators';
const data = 'avalancheData';
const metrics = 'avalancheMetrics';
const evm = 'avalancheEvm';
const info = 'avalancheInfo';
const admin = 'avalancheAdmin';
const native = 'avalancheNative';
const advanced = 'avalancheEvmAdvanced';
const stream = 'avalancheStreamTrigger';

/** What three users of the editor searched, and could not find or found late. */
const triedInTheEditor: Question[] = [
	{ asked: 'avalanche validator alert', right: [trigger] },
	{ asked: 'validator', right: [validators] },
	{ asked: 'validator uptime', right: [validators, trigger] },
	{ asked: 'reward', right: [data] },
	{ asked: 'staking reward report', right: [data] },
	{ asked: 'staking', right: [validators, data] },
	{ asked: 'ethereum', right: [evm] },
	{ asked: 'balance', right: [data, evm] },
	{ asked: 'wallet balance', right: [data] },
	{ asked: 'ERC-20 balance', right: [data, evm] },
	{ asked: 'erc20', right: [data, evm] },
	{ asked: 'nft', right: [data] },
	{ asked: 'token', right: [data, evm] },
	{ asked: 'gas price', right: [evm] },
	{ asked: 'blockchain transaction', right: [data, evm, trigger] },
	{ asked: 'crypto payment received', right: [trigger] },
	{ asked: 'AVAX price', right: [data] },
	{ asked: 'L1 subnet', right: [validators] },
	{ asked: 'defi', right: [data, evm, trigger] },
	{ asked: 'blockchain', right: [data, evm, trigger] },
];

/** What operators, treasuries and analysts want to do, in their words. */
const wanted: Question[] = [
	{ asked: 'validator down', right: [trigger] },
	{ asked: 'uptime monitor avalanche', right: [trigger] },
	{ asked: 'new transaction of wallet', right: [trigger] },
	{ asked: 'validator end date', right: [validators] },
	{ asked: 'L1 validator balance', right: [validators] },
	{ asked: 'portfolio', right: [data] },
	{ asked: 'transfers of address', right: [data] },
	{ asked: 'delegation rewards tax', right: [data] },
	{ asked: 'active addresses', right: [metrics] },
	{ asked: 'transactions per second', right: [metrics] },
	{ asked: 'blockchain statistics chart', right: [metrics] },
	{ asked: 'smart contract', right: [evm] },
	{ asked: 'contract event logs', right: [evm] },
	{ asked: 'block number', right: [evm] },
	{ asked: 'send raw transaction', right: [evm] },
	{ asked: 'node version peers', right: [info] },
	{ asked: 'debug trace transaction', right: [advanced] },
	{ asked: 'import export utxo', right: [native] },
	{ asked: 'node log level profiler', right: [admin] },
];

/** What an accountant typed into the panel, and got nothing for. */
export const ofAnAccountant: Question[] = [
	{ asked: 'low balance alert', right: [trigger] },
	{ asked: 'balance warning', right: [trigger] },
	{ asked: 'monthly statement', right: [data] },
	{ asked: 'opening balance', right: [data] },
	{ asked: 'rewards last month', right: [data] },
	{ asked: 'historical balance', right: [data] },
	{ asked: 'crypto balance', right: [data] },
	{ asked: 'revenue', right: [data] },
	{ asked: 'delegators', right: [validators] },
	{ asked: 'top validators', right: [validators] },
	{ asked: 'largest validators', right: [validators] },
	{ asked: 'quarterly report', right: [data] },
	{ asked: 'balances of wallets', right: [data] },
	{ asked: 'balance of address', right: [data] },
	{ asked: 'compare periods', right: [data, metrics] },
	{ asked: 'on-chain', right: [evm, data] },
	{ asked: 'bank statement', right: [data] },
	{ asked: 'large transfers', right: [stream, trigger] },
	{ asked: 'staking figures', right: [data, validators] },
	{ asked: 'decode event', right: [evm] },
	{ asked: 'decode event logs', right: [evm] },
	{ asked: 'transaction explorer', right: [data] },
	{ asked: 'price of avax', right: [data] },
	{ asked: 'month end balance', right: [data] },
	{ asked: 'balance at month end', right: [data] },
	{ asked: 'end of month balance', right: [data] },
	{ asked: 'month-end balance', right: [data] },
	{ asked: 'year end balance', right: [data] },
	{ asked: 'balance at date', right: [data] },
	{ asked: 'monthly statements', right: [data] },
	{ asked: 'invoice paid', right: [trigger] },
	{ asked: 'paid invoice', right: [trigger] },
	{ asked: 'received payment', right: [trigger] },
	{ asked: 'approvals', right: [evm] },
	{ asked: 'token approvals', right: [evm] },
	{ asked: 'wallet approvals', right: [evm] },
	{ asked: 'unlimited approvals', right: [evm] },
	{ asked: 'dividend', right: [data] },
	{ asked: 'staking dividends', right: [data] },
	{ asked: 'staking income', right: [data] },
	{ asked: 'staking interest', right: [data] },
	{ asked: 'staking returns', right: [data] },
	{ asked: 'passive income', right: [data] },
	{ asked: 'unstake', right: [trigger] },
	{ asked: 'unstake avax', right: [trigger] },
	{ asked: 'lockup period', right: [validators] },
	{ asked: 'decode transaction', right: [evm] },
	{ asked: 'transaction tokens moved', right: [evm] },
	{ asked: 'crypto statement', right: [data] },
	{ asked: 'proof of reserves', right: [data] },
	{ asked: 'validator rewards csv', right: [data] },
	{ asked: 'usd value', right: [data] },
	{ asked: 'transaction fees chart', right: [metrics] },
	{ asked: 'block fees', right: [evm] },
];

/** What our nodes give of a thing. People say it in either order, of one or of many. */
interface Given {
	words: [one: string, many: string];
	things: Array<[one: string, many: string]>;
	right: string[];
}

const payment: [string, string] = ['payment', 'payments'];
const wallet: [string, string] = ['wallet', 'wallets'];
const account: [string, string] = ['account', 'accounts'];
const address: [string, string] = ['address', 'addresses'];
const token: [string, string] = ['token', 'tokens'];
const nft: [string, string] = ['nft', 'nfts'];
const reward: [string, string] = ['reward', 'rewards'];
const validator: [string, string] = ['validator', 'validators'];
const contract: [string, string] = ['contract', 'contracts'];
const transaction: [string, string] = ['transaction', 'transactions'];
const transfer: [string, string] = ['transfer', 'transfers'];

const given: Given[] = [
	{
		words: ['statement', 'statements'],
		things: [payment, wallet, account, address],
		right: [data],
	},
	{ words: ['report', 'reports'], things: [['metric', 'metrics']], right: [metrics] },
	{ words: ['report', 'reports'], things: [reward, payment], right: [data] },
	{ words: ['report', 'reports'], things: [validator], right: [validators, data] },
	{
		words: ['balance', 'balances'],
		things: [wallet, account, address, token],
		right: [data, evm, trigger],
	},
	{ words: ['price', 'prices'], things: [token], right: [data] },
	{
		words: ['transfer', 'transfers'],
		things: [wallet, address, token, nft],
		right: [data, stream, trigger],
	},
	{
		words: ['transaction', 'transactions'],
		things: [wallet, account, address],
		right: [data, trigger],
	},
	{
		words: ['history', 'history'],
		things: [payment, wallet, account, transaction, transfer, reward],
		right: [data],
	},
	{ words: ['reward', 'rewards'], things: [validator, ['delegator', 'delegators']], right: [data] },
	{ words: ['event', 'events'], things: [contract], right: [evm, trigger, stream] },
	{ words: ['log', 'logs'], things: [contract], right: [evm] },
	{ words: ['uptime', 'uptime'], things: [validator], right: [validators, trigger] },
];

const orders = ({ words: [one, many], things, right }: Given): Question[] =>
	things.flatMap(([thing, manyThings]) =>
		[
			`${thing} ${one}`,
			`${thing} ${many}`,
			`${manyThings} ${one}`,
			`${manyThings} ${many}`,
			`${one} of ${thing}`,
			`${one} of ${manyThings}`,
			`${many} of ${thing}`,
			`${many} of ${manyThings}`,
		].map((asked) => ({ asked, right })),
	);

export const inAnyOrder: Question[] = given.flatMap(orders);

/** The same of an operator on call. */
export const ofAnOperator: Question[] = [
	{ asked: 'node unreachable', right: [trigger] },
	{ asked: 'heartbeat', right: [trigger] },
	{ asked: 'node behind', right: [trigger] },
	{ asked: 'disk full', right: [trigger] },
	{ asked: 'benched validator', right: [trigger] },
	{ asked: 'stake ending', right: [trigger] },
	{ asked: 'missed reward', right: [trigger] },
	{ asked: 'monitor validator', right: [trigger] },
	{ asked: 'weekly validator report', right: [validators] },
	{ asked: 'top up', right: [validators] },
	{ asked: 'is my node synced', right: [info] },
	{ asked: 'block height not moving', right: [trigger] },
	{ asked: 'disk space', right: [trigger] },
	{ asked: 'ending soon', right: [trigger] },
	{ asked: 'head not moving', right: [trigger] },
	{ asked: 'node behind', right: [trigger] },
	{ asked: 'alertmanager', right: [trigger] },
	{ asked: 'node version upgrade', right: [trigger] },
	{ asked: 'peers connected', right: [trigger] },
	{ asked: 'l1 validator balance low', right: [trigger] },
	{ asked: 'validation ending soon', right: [trigger] },
	{ asked: 'validators ending soon', right: [trigger] },
	{ asked: 'offline hours', right: [validators] },
	{ asked: 'export validators', right: [validators] },
	{ asked: 'is my node behind', right: [trigger] },
	{ asked: 'peers of my node', right: [info] },
	{ asked: 'l1 balance top up', right: [validators] },
	{ asked: 'missed uptime', right: [trigger] },
	{ asked: 'on call alert', right: [trigger] },
	{ asked: 'node health', right: [trigger] },
	{ asked: 'node health alert', right: [trigger] },
];

export const questions: Question[] = [...triedInTheEditor, ...wanted];

interface UnseenQuestion {
	kind: 'catalogue' | 'panel';
	words: string;
	right: string[];
}

/**
 * Forty questions for the catalogue and twenty phrases for the panel. Somebody who had read what the nodes do, but none
 * of their search words, wrote them and the right nodes down in one go. They were committed, and what they gave was
 * measured, before a search word was changed for them.
 */
const unseen = JSON.parse(
	readFileSync(join(import.meta.dirname, 'unseenQuestions.json'), 'utf8'),
) as UnseenQuestion[];

const ofKind = (kind: UnseenQuestion['kind']): Question[] =>
	unseen
		.filter((question) => question.kind === kind)
		.map(({ words, right }) => ({ asked: words, right }));

export const unseenByCatalogue = ofKind('catalogue');
export const unseenByPanel = ofKind('panel');

/**
 * Eight sets of phrases of everyday words: four by people who had read only the docs, and three by somebody who had not
 * read the search words. Nobody changed a word for the last four before they were measured: 85 of 100, 37 of 62, 21 of
 * 100 and 40 of 100 had the right node first. The fifth set was written to be hard to foresee, and the sixth has whole
 * questions. What the sixth has now are words of its own. The panel matches a phrase in order, spaces too, so 23 of its
 * questions with five words or more can never fit a search word of four. The seventh set had 29 of 40 before its words,
 * and the eighth 28 of 40.
 */
export const [
	firstTyped,
	secondTyped,
	thirdTyped,
	fourthTyped,
	fifthTyped,
	sixthTyped,
	seventhTyped,
	eighthTyped,
] = JSON.parse(
	readFileSync(join(import.meta.dirname, 'typedPhrases.json'), 'utf8'),
) as Question[][];
