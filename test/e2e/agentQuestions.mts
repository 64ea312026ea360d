/** What a model asks the tools of the shipped example, and what their answers have to say. Ten of them are wrong. */
import { demoAccount } from '../../devnet/devnet.mts';
import type { Question } from '../support/modelServer.mts';

export interface AgentQuestion {
	about: string;
	question: Question;
	/** What the model has to read. */
	says: RegExp[];
	/** What would only fill its memory. */
	never?: RegExp[];
	/** How many characters its answer may have, where 6,000 are too few. */
	most?: number;
}

const balances = 'Balances';
const transactions = 'Latest transactions';
const validator = 'Validator';

const ask = (tool: string, Chain: unknown, Address: unknown): Question => ({
	tool,
	args: { Chain, Address },
});

const dayBefore = (days: number): string =>
	new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Nobody has paid it or been paid by it. */
const unknownAccount = `0x${'12'.repeat(20)}`;
const wrongCase = demoAccount.replace(/[a-f]/, (letter) => letter.toUpperCase());
const longInput = /0x[0-9a-fA-F]{200,}/;

export const agentQuestions: AgentQuestion[] = [
	{
		about: 'AVAX of an address',
		question: ask(balances, 'C', demoAccount),
		says: [/"balance":\d/, /AVAX/],
	},
	{
		about: 'the chain in small letters',
		question: ask(balances, 'c-chain', demoAccount),
		says: [/"balance":\d/, /AVAX/],
	},
	{
		about: 'the chain by its number',
		question: ask(balances, '43114', demoAccount),
		says: [/"balance":\d/, /AVAX/],
	},
	{
		about: 'the chain by a number that is no text',
		question: ask(balances, 43114, demoAccount),
		says: [/"balance":\d/, /AVAX/],
	},
	{
		about: 'an address in small letters',
		question: ask(balances, 'C', demoAccount.toLowerCase()),
		says: [/"balance":\d/],
	},
	{
		about: 'an address that holds nothing',
		question: ask(balances, 'C', unknownAccount),
		says: [/"balance":0\b/, /AVAX/],
	},
	{
		about: 'tokens of a wallet by its name',
		question: ask(balances, 'C', 'Operations'),
		says: [/"addressName":"Operations"/, /"symbol":/],
	},
	{
		about: 'tokens of an address',
		question: ask(balances, 'C', demoAccount),
		says: [/"balance":/, /"symbol":/],
	},
	{
		about: 'all of our wallets by their group',
		question: ask(balances, 'C', 'Treasury'),
		says: [/"addressName":"Operations"/, /"addressName":"Reserve"/, /"currency":"USD"/],
		never: [/Only the first/],
		// All tokens of three wallets.
		most: 10_500,
	},
	{
		about: 'what we have on the P-Chain, stake too, without an argument',
		question: { tool: 'P-Chain and stake', args: {} },
		says: [/"balanceType":"unlockedStaked"/, /"value":\d/],
	},
	{
		about: 'what we paid a counterparty in a time',
		question: { tool: 'Statement', args: { From: dayBefore(180), To: dayBefore(1) } },
		says: [/"counterpartyName":"ACME"[^}]*"outgoing":\d/],
		// Three wallets and their counterparties of half a year.
		most: 10_500,
	},
	{
		about: 'latest transactions of an address',
		question: ask(transactions, 'C', demoAccount),
		says: [/AVAX/, /"direction":"(incoming|outgoing|self)"/],
		never: [longInput],
	},
	{
		about: 'transactions of an address that has none',
		question: ask(transactions, 'C', unknownAccount),
		says: [/no |nothing|none/i],
	},
	{
		about: 'tokens of the chain by its name',
		question: ask(balances, 'Avalanche C-Chain', demoAccount),
		says: [/"symbol":/],
	},
	{
		about: 'two addresses in one call',
		question: ask(balances, 'C', `${demoAccount}, ${unknownAccount}`),
		says: [/"balance":0\b/],
	},
	{
		about: 'wrong: the checksum does not fit',
		question: ask(balances, 'C', wrongCase),
		says: [/checksum/],
	},
	{
		about: 'wrong: a name in place of an address',
		question: ask(balances, 'C', 'vitalik.eth'),
		says: [/Address/, /0x/],
	},
	{
		about: 'wrong: a name that nobody gave',
		question: ask(transactions, 'C', 'Marketing'),
		says: [/Marketing/, /Operations/, /Payroll/, /Reserve/],
	},
	{
		about: 'wrong: an address of the P-Chain',
		question: ask(balances, 'C', 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'),
		says: [/P-Chain/],
	},
	{
		about: 'wrong: a chain that nobody knows',
		question: ask(balances, 'Atlantis', demoAccount),
		says: [/Atlantis/, /[Cc]hain/],
	},
	{
		about: 'wrong: half an address',
		question: ask(balances, 'C', demoAccount.slice(0, 21)),
		says: [/Address/, /40/],
	},
	{
		about: 'wrong: no address',
		question: ask(balances, 'C', ''),
		says: [/Address/],
	},
	{
		about: 'wrong: a chain that the service has no index of',
		question: ask(transactions, '999999999', demoAccount),
		says: [/chain/i],
	},
	{
		about: 'wrong: a hash in place of an address',
		question: ask(transactions, 'C', `0x${'ab'.repeat(32)}`),
		says: [/Address/],
	},
	{
		about: 'a validator by its name, and how long it may be offline',
		question: { tool: validator, args: { Validator: 'Frankfurt-1' } },
		says: [/"name":"Frankfurt-1"/, /"connected":(true|false)/, /"canBeOfflineHours":/],
	},
	{
		about: 'a validator by a name that nobody gave',
		question: { tool: validator, args: { Validator: 'Berlin-1' } },
		says: [/Berlin-1/, /Frankfurt-1/, /Zurich-2/],
	},
];
