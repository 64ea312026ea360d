/** Searches for logs, and filters for them. */
import { evmAddressRule, isEvmAddress } from '../../shared/checksum';
import { InvalidField, optional, outOfOrder, text, textList } from '../../shared/fields';
import { blockHash, blockNumber, tagHelp } from './blocks';
import { isWord } from './bytes';
import { json } from './json';

export const addresses = textList(
	{
		displayName: 'Addresses',
		name: 'addresses',
		placeholder: 'e.g. 0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
		description: 'Contracts whose logs to return, separated by commas; up to 1,000',
	},
	`EVM addresses (${evmAddressRule})`,
	isEvmAddress,
	(values) => {
		if (values.length > 1000) throw new InvalidField('must hold no more than 1,000 addresses');
		return values;
	},
);

const isTopic = (entry: unknown): boolean =>
	entry === null || isWord(entry) || (Array.isArray(entry) && entry.every(isWord));

export const topics = json(
	{
		displayName: 'Topics',
		name: 'topics',
		placeholder:
			'e.g. ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", null]',
		description:
			'Up to four topic filters in order: null = any, a hash = exact match, a list = any of these',
	},
	'a JSON list of up to 4 entries: null, a 32-byte hash, or a list of such hashes',
	(value) => Array.isArray(value) && value.length <= 4 && value.every(isTopic),
);

const fromBlock = blockNumber({
	displayName: 'From Block',
	name: 'fromBlock',
	default: '',
	description: `First block (latest when empty): ${tagHelp}`,
});
const toBlock = blockNumber({
	displayName: 'To Block',
	name: 'toBlock',
	default: '',
	description: `Last block, inclusive (latest when empty): ${tagHelp}`,
});

/** Range and contracts of a search for logs. */
export const logRange = [
	fromBlock,
	toBlock,
	{ ...blockHash, description: 'Only return logs of this block, instead of a range' },
	addresses,
].map(optional);

/** All that FilterCriteria knows. */
export const logFilter = [...logRange, optional(topics)];

/** The rules over the fields of a search for logs. */
export function checkLogFilter({
	fromBlock: first,
	toBlock: last,
	blockHash: only,
}: Record<string, unknown>): string | InvalidField | undefined {
	if (only !== undefined && (first !== undefined || last !== undefined))
		return 'Block Hash names one block, so From Block and To Block must be empty';
	const [start, end] = [first, last].map(String);
	return start.startsWith('0x') && end.startsWith('0x') && BigInt(start) > BigInt(end)
		? outOfOrder(
				'From Block must not be above To Block',
				['From Block', String(BigInt(start))],
				['To Block', String(BigInt(end))],
			)
		: undefined;
}

/** FilterCriteria, as the methods take it. */
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
