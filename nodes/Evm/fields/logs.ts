import { evmAddressRule, isEvmAddress } from '../../shared/values/checksum';
import { InvalidField, outOfOrder, show } from '../../shared/fields/invalid';
import { fieldValue, optional, type Field } from '../../shared/fields/fields';
import { shorten } from '../../shared/values/text';
import { text } from '../../shared/fields/kinds';
import { isHash, toQuantity } from '../../shared/values/hex';
import { textList, withNames } from '../../shared/fields/listFields';
import { isBounded, readPeriod } from '../../shared/fields/period';
import { blockHash, blockNumberOrTag, tagHelp } from './blocks';
import { json } from '../../shared/fields/json';

const contracts = textList(
	{
		displayName: 'Addresses',
		name: 'addresses',
		placeholder: 'e.g. 0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
		description:
			'Contracts whose logs to return, up to 1,000: separated by commas, or in lines such as "0x... = name"',
	},
	`EVM addresses (${evmAddressRule})`,
	isEvmAddress,
	(values) => {
		if (values.length > 1000) throw new InvalidField('must hold no more than 1,000 addresses');
		return values;
	},
);

export const logAddresses = withNames(contracts, isEvmAddress);

/** The contracts among the values of an item. Undefined if all are meant. */
export const contractsIn = (values: Record<string, unknown>): string[] | undefined =>
	fieldValue(values, contracts);

const topicsRule = 'a JSON list of up to 4 entries: null, a 32-byte hash, or a list of such hashes';

/** Pads to a topic of 32 bytes, such as an indexed address. */
const toTopic = (word: string): string => `0x${word.slice(2).padStart(64, '0')}`;

/** A topic of 32 bytes. Pads an address, unless it is the first topic, which is the hash of the event. */
function readTopic(entry: unknown, position: number): unknown {
	if (entry === null || isHash(entry)) return entry;
	if (Array.isArray(entry) && entry.length)
		return entry.map((choice) => readTopic(choice ?? '', position));
	const text = String(entry).trim();
	if (isEvmAddress(text) && position > 0) return toTopic(text.toLowerCase());
	if (isEvmAddress(text))
		throw new InvalidField(
			'an address stands where the event belongs',
			undefined,
			`The first topic is the hash of the event. Put the address behind it, such as [null, "${text}"].`,
		);
	if (/^\d{1,77}$/.test(text) && position > 0)
		throw new InvalidField(
			`${shorten(text, 20)} has no 32 bytes`,
			undefined,
			`Write the number with all of its zeros: "${toTopic(toQuantity(text))}".`,
		);
	throw new InvalidField(
		`must be ${topicsRule}; ${show(entry)} is not one`,
		undefined,
		'A hash has 0x and 64 hexadecimal digits. Log > Get Many finds events by their names.',
	);
}

const topicList = json<unknown[]>(
	{
		displayName: 'Topics',
		name: 'topics',
		placeholder:
			'e.g. ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", null]',
		description:
			'Up to four topic filters in order: null = any, a hash = exact match, a list = any of these',
	},
	topicsRule,
	(value) => Array.isArray(value) && value.length <= 4,
);

export const topics: Field<unknown[]> = {
	...topicList,
	encode: (value, context) => topicList.encode(value, context).map(readTopic),
};

const fromBlock = blockNumberOrTag({
	displayName: 'From Block',
	name: 'fromBlock',
	default: '',
	description: `First block (latest when empty): ${tagHelp}`,
});
const toBlock = blockNumberOrTag({
	displayName: 'To Block',
	name: 'toBlock',
	default: '',
	description: `Last block, inclusive (latest when empty): ${tagHelp}`,
});

export const logRange = [
	fromBlock,
	toBlock,
	{ ...blockHash, description: 'Only return logs of this block, instead of a range' },
	logAddresses,
].map(optional);

export const topicFilter = optional(topics);

export const logFilter = [...logRange, topicFilter];

/** Without a beginning, a node searches its newest block alone. */
export const noPeriod = {
	name: 'Newest Block, or as Filters Say',
	value: 'allTime',
	description: 'The blocks entered under Filters, or else only the newest block',
};

export function checkLogFilter({
	fromBlock: first,
	toBlock: last,
	blockHash: only,
	...values
}: Record<string, unknown>): string | InvalidField | undefined {
	if (only !== undefined && isBounded(readPeriod(values)))
		return `Block Hash names one block, so Period must be "${noPeriod.name}"`;
	if (only !== undefined && (first !== undefined || last !== undefined))
		return 'Block Hash names one block, so From Block and To Block must be empty';
	const [start, end] = [first, last].map(String);
	return start.startsWith('0x') && end.startsWith('0x') && BigInt(start) > BigInt(end)
		? outOfOrder(
				'From Block must not be above To Block',
				['From Block', String(BigInt(start))],
				['To Block', String(BigInt(end))],
				'Both are numbers of blocks, and To Block is no count: swap them, or enter the last block.',
			)
		: undefined;
}

export const toCriteria = (values: Record<string, unknown>): Record<string, unknown> => {
	const { fromBlock: first, toBlock: last, blockHash: only, addresses: of, topics: at } = values;
	const criteria = { fromBlock: first, toBlock: last, blockHash: only, address: of, topics: at };
	return Object.fromEntries(Object.entries(criteria).filter(([, entry]) => entry !== undefined));
};

export const filterId = text(
	{
		displayName: 'Filter ID',
		name: 'filterId',
		placeholder: 'e.g. 0x7b2f5d1c3b8a72e9',
		description: 'ID returned by a Create filter operation',
	},
	'the ID of a filter (0x and up to 32 hexadecimal digits)',
	(id) => /^0x[0-9a-fA-F]{1,32}$/.test(id),
);
