import { flag, text } from '../../shared/fields/kinds';
import type { Field, FieldWords } from '../../shared/fields/fields';
import { isHash, toQuantity } from '../../shared/values/hex';
import { exampleHash, hash } from './bytes';
import { mapped, quantity } from './quantities';

export const blockHash = hash({
	displayName: 'Block Hash',
	name: 'blockHash',
	placeholder: `e.g. ${exampleHash}`,
	description: 'Hash of the block (0x...)',
});

const tags = ['latest', 'pending', 'earliest', 'safe', 'finalized', 'accepted'];
const isBlockNumber = (value: string): boolean =>
	/^(0x[0-9a-fA-F]{1,16}|\d{1,19})$/.test(value) && BigInt(value) < 2n ** 63n;
export const tagHelp =
	'number, latest, accepted (which is final), pending, earliest, safe or finalized';

const blockField = (look: FieldWords, rule: string, takesHash: boolean): Field =>
	mapped(
		text(
			{ default: 'latest', placeholder: 'e.g. latest', counts: 'block', ...look },
			`a block number, ${rule}${tags.join(', ')}`,
			(value) => tags.includes(value) || isBlockNumber(value) || (takesHash && isHash(value)),
		),
		(value) => (tags.includes(value) || isHash(value) ? value : toQuantity(value)),
	);

/** A block by number or tag. */
export const blockNumberOrTag = (look: Partial<FieldWords> = {}): Field =>
	blockField(
		{ displayName: 'Block', name: 'block', description: `Block ${tagHelp}`, ...look },
		'',
		false,
	);

/** A block by number, tag or hash. */
export const block = (look: Partial<FieldWords> = {}): Field =>
	blockField(
		{ displayName: 'Block', name: 'block', description: `Block hash, ${tagHelp}`, ...look },
		'a block hash, or ',
		true,
	);

export const transactionIndex = quantity({
	displayName: 'Index',
	name: 'index',
	default: '0',
	description: 'Position of the transaction in the block, starting at 0',
});

export const fullTransactions = flag({
	displayName: 'Full Transactions',
	name: 'fullTransactions',
	description: 'Whether to return whole transactions instead of their hashes',
});
