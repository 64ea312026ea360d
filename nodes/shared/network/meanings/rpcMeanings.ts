/** The meanings of a node's error texts. The first that fits counts. Seen on avalanchego v1.14.2 and 1.15. */
import type { FailureKind } from '../../errors';

const outOfOrder =
	'The servers behind this URL are out of order for the moment. Try again later, or use another node.';
const noState = /missing trie node|historical state .*not available/;

export const rpcMeanings: Array<{
	text: RegExp;
	kind: FailureKind;
	passing?: boolean;
	says?: string;
	hint: string;
	/** Applies only to calls that ask for the newest block by its tag. */
	ofNewest?: boolean;
	/** True if a gateway says so of a node behind it, which may have carried out the call. */
	isLost?: true;
}> = [
	{
		text: /can't find (method|service)|ill-formed|does not exist\/is not available/,
		kind: 'method-unknown',
		hint: 'This node does not have the method. Its version may differ, or the API may be switched off.',
	},
	{
		text: /notifications not supported|no ".*" subscription in/,
		kind: 'method-unknown',
		hint: 'This node does not send these notifications. Its version may differ, or the API subscriptions may be switched off.',
	},
	{
		text: /there is no (chain|ID) with alias/,
		kind: 'not-found',
		hint: 'Check the chain. Use a blockchain ID or an alias that this node knows, such as P, X or C.',
	},
	{
		text: /couldn't unmarshal an argument/,
		kind: 'refused',
		hint: 'The node could not read one of the parameters. Check their format.',
	},
	{
		text: /node is not a validator/,
		kind: 'refused',
		hint: 'Only validators of the Primary Network have an uptime. The queried node is currently not one.',
	},
	{
		text: /validationID not found/,
		kind: 'server',
		passing: true,
		hint: 'A validator has just joined, and the node cannot list it yet. Try again in a minute, or name the node IDs you want.',
	},
	{
		text: /historical proof query not allowed/,
		kind: 'refused',
		hint: 'The node proves only its newest blocks (historical-proof-query-window). Use a newer block, or another node.',
	},
	{
		text: /firewood .*support/i,
		kind: 'refused',
		hint: 'This node stores its state in Firewood, which cannot answer this. Query a node with "state-scheme": "hash".',
	},
	{
		text: noState,
		ofNewest: true,
		kind: 'server',
		passing: true,
		says: 'The node does not have the state of its newest block',
		hint: 'A node that has just started lacks it for a moment. Try again in a minute, or use another node.',
	},
	{
		text: noState,
		kind: 'refused',
		hint: 'The node may have pruned this state. Use a newer block or an archive node (for proofs: historical-proof-query-window).',
	},
	{
		text: /cannot query unfinalized data|request beyond head block|after last accepted block|^header not found/,
		kind: 'refused',
		says: 'This block does not exist yet',
		hint: 'Use the tag latest for the newest block. If you did, try again: one of several servers may lag behind.',
	},
	{
		text: /execution reverted/,
		kind: 'refused',
		hint: 'The contract reverted the call. Use Contract > Call Function to read the reason.',
	},
	{
		text: /nonce too (low|high)/,
		kind: 'refused',
		hint: "The nonce must be the account's transaction count. At the block pending, the count includes waiting transactions.",
	},
	{
		text: /insufficient funds/,
		kind: 'refused',
		hint: 'The account must hold the value plus gas times the maximum fee, in the native token.',
	},
	{
		text: /already known/,
		kind: 'refused',
		hint: 'This transaction is already waiting to be included. Wait for it instead of sending it again.',
	},
	{
		text: /replacement transaction underpriced/,
		kind: 'refused',
		hint: 'A transaction with this nonce is already waiting. To replace it, raise both fees by at least 10 percent.',
	},
	{
		text: /transaction underpriced|max fee per gas less than/,
		kind: 'refused',
		hint: "The offered fee is below the node's minimum. Fee > Get Base Fee returns the price of the next block.",
	},
	{
		text: /exceeds the configured cap/,
		kind: 'refused',
		hint: "The node refuses fees above its cap (100 AVAX by default). Check the transaction's gas and fees.",
	},
	{
		text: /^rlp: |^typed transaction too short|^transaction type not supported/,
		kind: 'refused',
		hint: 'This is no signed transaction. Check that all of it was copied, from 0x on, as the wallet or library signed it.',
	},
	{
		text: /intrinsic gas too low/,
		kind: 'refused',
		hint: 'The gas limit is below what this transaction needs. Transaction > Estimate Gas returns a limit that suffices.',
	},
	{
		text: /exceeds block gas limit/,
		kind: 'refused',
		hint: 'The gas limit is above that of a whole block. Lower it, and sign the transaction again.',
	},
	{
		text: /only replay-protected/,
		kind: 'refused',
		hint: 'The signature names no chain ID. Sign the transaction for the chain ID of this chain (EIP-155).',
	},
	{
		text: /^invalid sender/,
		kind: 'refused',
		hint: 'The transaction is signed for another chain ID, or its signature is invalid.',
	},
	{
		text: /unknown account|authentication needed/,
		kind: 'refused',
		hint: 'The node signs only with unlocked accounts of its own keystore. Sign elsewhere, then use Transaction > Send Raw.',
	},
	{
		text: /filter not found/,
		kind: 'not-found',
		hint: 'A filter expires after 5 minutes without a call, and only the node that created it knows it. Create a new one.',
	},
	{
		text: /requested too many blocks/,
		kind: 'refused',
		hint: 'The node limits the number of blocks per log query. Log > Get Many reads a longer range in parts.',
	},
	{
		text: /cpu profil\w+ already (running|in use)/,
		kind: 'refused',
		hint: 'A CPU profile is already running. Stop the CPU profiler first: the node then writes its file.',
	},
	{
		text: /cpu profiler doesn't exist/,
		kind: 'refused',
		hint: 'No CPU profile is running. Start the CPU profiler first.',
	},
	{
		text: /already mapped to an ID|already aliased or already maps/,
		kind: 'refused',
		hint: 'This alias is already taken. Choose another one: an alias lasts until the node restarts.',
	},
	{
		text: /logger with name .* not found/,
		kind: 'refused',
		hint: 'Get Many Levels with an empty logger name gives all loggers with their names.',
	},
	{
		text: /invalid vmID/,
		kind: 'refused',
		hint: "A file in the node's plugin folder is not named after a VM ID, which blocks all others. Rename or remove this file.",
	},
	{
		text: /expected (hrp|chainID to be)/,
		kind: 'refused',
		hint: 'An address belongs to another network or chain. C-Chain addresses start with C-avax1 (mainnet) or C-fuji1 (Fuji).',
	},
	{
		text: /could not find tx|fetching tx/,
		kind: 'refused',
		hint: 'The node knows no atomic transaction with this ID. Its chain may differ, or it may not have reached this node yet.',
	},
	{
		text: /(missing|invalid) input checksum/,
		kind: 'refused',
		hint: 'These bytes do not end with a valid checksum. Use the encoding without a checksum (hexnc), or add one.',
	},
	{
		// Base through proxyd, and other gateways.
		text: /no (backends?|upstreams?|servers?|nodes?)( (is|are))?( currently)? (healthy|available)/i,
		kind: 'server',
		passing: true,
		hint: outOfOrder,
	},
	{
		text: /(temporarily|service) unavailable|(unable|failed) to .{0,40}at (this time|the moment)|try again later/i,
		kind: 'server',
		passing: true,
		isLost: true,
		hint: outOfOrder,
	},
	{
		text: /request timed out|context deadline exceeded|(upstream|gateway) (request )?time-?out/,
		kind: 'timeout',
		passing: true,
		hint: 'The node stopped this call because it took too long. Request less data per call.',
	},
];
