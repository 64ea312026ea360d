/** What a feed reads, in the words of the dialog: "New Transaction of Hot wallet on C-Chain". */
import { nameChain } from '../../shared/avalanche/chains';
import { nameOf } from '../../shared/fields/names';
import { chainCalled } from '../../shared/operation/columns';
import type { Values } from '../../shared/operation/operations';
import { sayName } from '../../shared/values/foreign';
import { isHexAddress, shortenHex, shortenNodeId } from '../../shared/values/ids';
import { listFew } from '../../shared/values/lists';
import type { ItemSettings } from '../../feeds/items/items';
import type { EventSettings } from '../../feeds/settings';

export interface FeedChoices
	extends Pick<ItemSettings, 'names'>,
		Pick<EventSettings, 'addressName'> {
	values?: Values;
	/** The wallets. */
	addresses?: string[];
}

const mostNamed = 3;

const listOf = (value: unknown): string[] => {
	if (Array.isArray(value)) return value.map(String);
	return typeof value === 'string' ? value.split(',') : [];
};

/** The IDs of what is watched. Empty if it is a whole chain. */
const idsOf = ({ values = {}, addresses }: FeedChoices): string[] =>
	listOf(addresses ?? values.nodeIds ?? values.addresses ?? values.address ?? values.assetId);

const shorten = (id: string): string => (isHexAddress(id) ? shortenHex(id) : shortenNodeId(id));

/** Undefined if the chain has no name: its ID says nothing to people. */
function sayChain({ values = {} }: FeedChoices): string | undefined {
	const entered = values.chainId ?? values.chain;
	const name = nameChain(entered);
	const called = name === entered ? values[chainCalled] : name;
	return typeof called === 'string' ? sayName(called) : undefined;
}

export function sayRead(event: string, choices: FeedChoices): string {
	const { names, addressName } = choices;
	const nameFor = (id: string): string => {
		const name = addressName ?? nameOf(names, id);
		return name === undefined ? shorten(id) : sayName(name);
	};
	const whose = listFew(idsOf(choices), mostNamed, nameFor).join(', ');
	const chain = sayChain(choices);
	return [event, whose && `of ${whose}`, chain && `on ${chain}`].filter(Boolean).join(' ');
}
