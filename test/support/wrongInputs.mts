import type { StrangersField } from './strangersInputs.mts';

/**
 * Wrong inputs that people make: where, what was entered, what was meant, and what the editor then says or takes.
 * `says` is what the words must hold; `takes` is what is read out of what was entered.
 */
export interface WrongInput {
	/** The kind of field, of which every field of that kind behaves alike. */
	field:
		| 'alias'
		| 'blockCount'
		| 'chain'
		| 'credential'
		| 'currency'
		| 'events'
		| 'metric'
		| 'nodeIds'
		| 'quietFrom'
		| 'timeInterval'
		| 'to'
		| 'toBlock'
		| 'token'
		| 'topics'
		| 'validationId'
		| 'watchedNodes'
		| 'watchedSubnet'
		| 'balanceSubnet'
		| 'validator'
		| 'address'
		| 'hash'
		| 'block'
		| 'startBlock'
		| 'subnet'
		| 'primaryAddresses'
		| 'rewardNodeIds'
		| 'rewardAddresses'
		| 'walletNames'
		| 'timeZone'
		| 'from'
		| 'limit'
		| 'minimumAmount'
		| 'threshold'
		| 'function'
		| 'arguments'
		| 'path'
		| 'quietTo'
		| StrangersField;
	entered: unknown;
	/** What stands in other fields, or in other options of a trigger. */
	beside?: Record<string, unknown>;
	meant: string;
	/** All of these. */
	says?: RegExp | RegExp[];
	/** What no message may hold. */
	never?: RegExp;
	takes?: unknown;
	/** The chains that the data service lists, for a fault that only it can tell. */
	chains?: object[];
}

const nodeId = 'NodeID-A6onFGyJjA37EZ7kYHANMR1PFRT8NmXrF';
const other = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const wallet = '0x50E721E49C013F00c62Cf59f2163542a9D8Df024';
const hash = '0xc6b96208da008581c8401312c6025b96a7028812de06e809b03bf94598d9cefb';
const txId = 'rbPZYchWXWAzViw6uBRLCY7diur4nnYYG5uubZ636UYtnNzxt';
const bareKey = '8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f';
const onC = 'C-avax1qdaw46h5h0exmk47wft2s22dc5k6fr2hrrpd5w';
const contract = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ofShares = { function: 'convertToShares(uint256)' };
const ofAllowance = { function: 'allowance(address,address)' };
const byHeader = { nodeAuthentication: 'header' };
const explorer = 'https://subnets.avax.network';

export const wrongInputs: WrongInput[] = [
	// Pages of an explorer
	{
		field: 'nodeIds',
		entered: `${explorer}/validators/${nodeId}`,
		meant: 'that validator',
		takes: [nodeId],
	},
	{
		field: 'validator',
		entered: `${explorer}/validators/${nodeId}?tab=delegators`,
		meant: 'that validator',
		takes: nodeId,
	},
	{
		field: 'address',
		entered: `${explorer}/c-chain/address/${wallet}`,
		meant: 'that wallet',
		takes: wallet,
	},
	{
		field: 'hash',
		entered: `${explorer}/c-chain/tx/${hash}`,
		meant: 'that transaction',
		takes: hash,
	},
	{
		field: 'primaryAddresses',
		entered: `${explorer}/p-chain/address/${onC.slice(2)}`,
		meant: 'that wallet',
		takes: onC.slice(2),
	},
	{ field: 'subnet', entered: `${explorer}/subnets/${txId}`, meant: 'that subnet', takes: txId },
	{
		field: 'subnet',
		entered: `${explorer}/p-chain/tx/${txId}`,
		meant: 'a subnet by what created it',
		says: /address of a page.*alone/,
	},
	{
		field: 'token',
		entered: `https://etherscan.io/address/${wallet}`,
		meant: 'a contract of another network',
		says: new RegExp(`another network.*for a wallet.*enter ${wallet}.*contract has another`),
	},
	{
		field: 'hash',
		entered: `${explorer}/c-chain/block/${hash}`,
		meant: 'a transaction',
		says: /address of a page/,
	},
	{
		field: 'block',
		entered: `${explorer}/c-chain/block/68123456`,
		meant: 'that block',
		says: /address of a page.*68123456/,
	},
	{ field: 'block', entered: '2026-11-01', meant: 'a block by time', says: /Block > Get by Time/ },
	{
		field: 'startBlock',
		entered: `${explorer}/c-chain/block/68123456`,
		meant: 'that block',
		says: /address of a page.*68123456/,
	},
	// Node IDs
	{
		field: 'nodeIds',
		entered: `["${nodeId}", "${other}"]`,
		meant: 'two validators',
		takes: [nodeId, other],
	},
	{
		field: 'nodeIds',
		entered: `\u201c${nodeId}\u201d, \u201c${other}\u201d`,
		meant: 'two validators',
		takes: [nodeId, other],
	},
	{
		field: 'nodeIds',
		entered: `${nodeId} | ${other}`,
		meant: 'two validators',
		takes: [nodeId, other],
	},
	{ field: 'nodeIds', entered: `\`${nodeId}\``, meant: 'that validator', takes: [nodeId] },
	{ field: 'nodeIds', entered: `<${nodeId}>`, meant: 'that validator', takes: [nodeId] },
	{ field: 'validator', entered: `<${nodeId}>,`, meant: 'that validator', takes: nodeId },
	{
		field: 'watchedNodes',
		entered: `<${nodeId}> = A`,
		meant: 'that validator',
		takes: 'platform.',
	},
	{ field: 'address', entered: `(<${wallet}>)`, meant: 'that wallet', takes: wallet },
	{
		field: 'nodeIds',
		entered: '<NodeID-A6onFG...NmXrF>',
		meant: 'that validator',
		says: /shortened.*\u2039NodeID-A6onFG\.\.\.NmXrF\u203a/,
	},
	{
		field: 'nodeIds',
		entered: `${nodeId.slice(0, -1)}E`,
		meant: 'that validator',
		says: /checksum does not match/,
	},
	{
		field: 'nodeIds',
		entered: 'NodeID-A6onFG...NmXrF',
		meant: 'that validator',
		says: /shortened.*Enter all of it/,
	},
	{
		field: 'nodeIds',
		entered: 'NodeID-A6onFG\u2026NmXrF',
		meant: 'that validator',
		says: /shortened.*Enter all of it/,
	},
	{
		field: 'nodeIds',
		entered: nodeId.toLowerCase(),
		meant: 'that validator',
		says: /small letters.*capitals count/,
	},
	{
		field: 'nodeIds',
		entered: `NodeID-${nodeId.slice(7).toLowerCase()}`,
		meant: 'that validator',
		says: /small letters.*capitals count/,
	},
	{
		field: 'nodeIds',
		entered: nodeId.slice(7),
		meant: 'that validator',
		says: /put NodeID- in front/i,
	},
	{
		field: 'nodeIds',
		entered: `NodeID-${nodeId}`,
		meant: 'that validator',
		says: /NodeID- stands twice/,
	},
	{ field: 'nodeIds', entered: txId, meant: 'an L1 validator', says: /validation.*node ID/ },
	{
		field: 'nodeIds',
		entered: `{"result":{"nodeID":"${nodeId}"}}`,
		meant: 'the ID in it',
		says: new RegExp(`alone: ${nodeId}`),
	},
	{
		field: 'nodeIds',
		entered: `0x${'8f'.repeat(48)}`,
		meant: 'that validator',
		says: /BLS public key.*node ID/,
	},
	{
		field: 'nodeIds',
		entered: `P-${onC.slice(2)}`,
		meant: 'my validator',
		says: /P-Chain or X-Chain address.*validator's node ID/,
	},
	{
		field: 'nodeIds',
		entered: wallet,
		meant: 'my validator',
		says: /EVM address.*validator's node ID/,
	},
	{
		field: 'nodeIds',
		entered: '203.0.113.5:9651',
		meant: 'the node there',
		says: /address of a host.*node ID/,
	},
	{
		field: 'nodeIds',
		entered: 'undefined',
		meant: 'one validator',
		says: /expression gave nothing/,
	},
	{
		field: 'nodeIds',
		entered: `${nodeId}\tval-01\t2,000`,
		meant: 'that validator',
		says: /val-01/,
	},
	{
		field: 'nodeIds',
		entered: nodeId.toUpperCase(),
		meant: 'that validator',
		says: /capitals.*small letters count/,
	},
	{
		field: 'nodeIds',
		entered: `NodeID-${nodeId.slice(7).toUpperCase()}`,
		meant: 'that validator',
		says: /capitals.*small letters count/,
	},
	...[' - ', ':', ' ', '\u2013', '- '].map(
		(between): WrongInput => ({
			field: 'watchedNodes',
			entered: nodeId.replace('-', between),
			meant: 'that validator',
			says: new RegExp(`one piece.*enter ${nodeId}`),
		}),
	),
	{
		field: 'validator',
		entered: nodeId.replace('-', ' - '),
		meant: 'that validator',
		says: new RegExp(`one piece.*enter ${nodeId}`),
	},
	{
		field: 'nodeIds',
		entered: nodeId.replace('-', ' - '),
		meant: 'that validator',
		says: /one piece/,
	},
	{
		field: 'validator',
		entered: `${nodeId}, ${other}`,
		meant: 'two validators',
		says: /takes one node ID.*Get Many/,
	},
	{
		field: 'subnet',
		entered: `${txId} ${txId}`,
		meant: 'two subnets',
		says: /takes one value.*use an item for each\./,
	},
	{
		field: 'watchedNodes',
		entered: `${nodeId};${other} = twice`,
		meant: 'two validators',
		says: new RegExp(`two node IDs in line 1.*Enter ${nodeId} and below it ${other} = twice`),
	},
	{
		field: 'nodeIds',
		entered: `${nodeId}, ${other} and ${other}=x`,
		meant: 'three validators',
		says: /several node IDs in line 1/,
	},
	...(['nodeIds', 'watchedNodes'] as const).map(
		(field): WrongInput => ({
			field,
			entered: `${nodeId} and ${other}`,
			meant: 'two validators',
			takes: other,
		}),
	),
	...(['nodeIds', 'validator', 'watchedNodes'] as const).flatMap((field): WrongInput[] => [
		{
			field,
			entered: `${wallet.slice(0, -1)}5`,
			meant: 'my validator',
			says: /EVM address.*validator's node ID/,
		},
		{ field, entered: 'Frankfurt-1', meant: 'that validator', says: /a name.*NodeID-/ },
	]),
	{ field: 'subnet', entered: 'C', meant: 'the C-Chain', says: /Primary Network.*LpoYY/ },
	{
		field: 'subnet',
		entered: nodeId,
		meant: 'a validator of an L1',
		says: /a node ID.*choose the L1 here.*node ID under Validators/,
	},
	{
		field: 'watchedSubnet',
		entered: nodeId,
		meant: 'a validator of an L1',
		says: /a node ID.*choose the L1 here.*node ID under Validators/,
	},
	{
		field: 'validationId',
		entered: nodeId,
		meant: 'its validation',
		says: /a node ID.*L1 Validator > Get Many/,
	},
	{ field: 'subnet', entered: 'D', meant: 'that L1', says: /name.*list/ },
	{
		field: 'primaryAddresses',
		entered: `P-${onC.slice(2).toUpperCase()}`,
		meant: 'that wallet',
		says: new RegExp(`small letters.*enter P-${onC.slice(2)}`),
	},
	// Lines as people write them elsewhere
	...(['nodeIds', 'watchedNodes'] as const).flatMap((field): WrongInput[] => [
		{
			field,
			entered: `Frankfurt-1 [fra] = ${nodeId}`,
			meant: 'its name',
			says: new RegExp(
				`the node ID comes first in line 1.*Enter ${nodeId} = Frankfurt-1 \\[fra\\]`,
			),
		},
		{
			field,
			entered: `${other}\n${nodeId}, Frankfurt-1`,
			meant: 'its name, as in a CSV file',
			takes: field === 'nodeIds' ? [other, nodeId] : 'platform.',
		},
		...[' ', ': ', ' - '].map(
			(between): WrongInput => ({
				field,
				entered: `${other}\n${nodeId}${between}Frankfurt-1`,
				meant: 'its name',
				says: new RegExp(`a name needs "=" before it in line 2.*Enter ${nodeId} = Frankfurt-1`),
			}),
		),
		{
			field,
			entered: `# my nodes\n- ${nodeId}\n\u2022 ${other} = B\n// the end`,
			meant: 'both',
			takes: field === 'nodeIds' ? [nodeId, other] : 'platform.',
		},
		{
			field,
			entered: `1. ${nodeId}\n2) ${other}`,
			meant: 'both',
			takes: field === 'nodeIds' ? [nodeId, other] : 'platform.',
		},
		{
			field,
			entered: `${nodeId}\n# ${other}`,
			meant: 'the first',
			says: /a node ID stands behind # in line 2.*remove the line/,
		},
	]),
	{
		field: 'address',
		entered: `Treasury: ${wallet}`,
		meant: 'its name',
		says: new RegExp(`the address comes first in line 1.*Enter ${wallet} = Treasury`),
	},
	{
		field: 'address',
		entered: `${contract} = A\nHot wallet \u2013 ${wallet}`,
		meant: 'its name',
		says: new RegExp(`the address comes first in line 2.*Enter ${wallet} = Hot wallet`),
	},
	{
		field: 'nodeIds',
		entered: `Frankfurt-1: ${nodeId}`,
		meant: 'its name',
		says: new RegExp(`the node ID comes first in line 1.*Enter ${nodeId} = Frankfurt-1`),
	},
	{
		field: 'address',
		entered: `${wallet} Treasury`,
		meant: 'its name',
		says: new RegExp(`a name needs "=".*Enter ${wallet} = Treasury`),
	},
	{ field: 'address', entered: `- ${wallet}\n`, meant: 'that wallet', takes: wallet },
	{ field: 'threshold', entered: 0.8, meant: '80 percent', says: /0\.8 %.*enter 80/ },
	{
		field: 'threshold',
		entered: '97,5 %',
		meant: '97.5 percent',
		says: /leave out the %\. Enter 97\.5/,
	},
	{ field: 'threshold', entered: '80%', meant: '80 percent', says: /leave out the %\. Enter 80/ },
	{ field: 'subnet', entered: '53935', meant: 'DFK', says: /EVM chain ID/ },
	{
		field: 'subnet',
		entered: '11111111111111111111111111111111LpoYY',
		meant: 'the Primary Network',
		says: /Primary Network, which has no L1 validators.*Primary Network Validator/,
	},
	{
		field: 'watchedSubnet',
		entered: '11111111111111111111111111111111LpoYY',
		meant: 'the Primary Network',
		says: /Primary Network, which has no L1 validators.*Validator Down or at Risk/,
	},
	{
		field: 'balanceSubnet',
		entered: '11111111111111111111111111111111LpoYY',
		meant: 'the Primary Network',
		says: /Primary Network, which has no L1 validators.*Validator Down or at Risk/,
	},
	{ field: 'subnet', entered: 'Dexalot', meant: 'that L1', says: /name.*list/ },
	{ field: 'subnet', entered: '1'.repeat(32), meant: 'the Primary Network', says: /1{32}LpoYY/ },
	// Blocks, hashes and addresses
	{ field: 'block', entered: '68,123,456', meant: 'a block', says: /separators.*68123456/ },
	{ field: 'block', entered: '68.123.456', meant: 'a block', says: /separators.*68123456/ },
	{
		field: 'block',
		entered: '68\u202f123\u202f456',
		meant: 'a block',
		says: /separators.*68123456/,
	},
	{ field: 'block', entered: '#68123456', meant: 'a block', says: /68123456/ },
	{ field: 'block', entered: '6.81E+07', meant: 'a block', says: /rounded.*all its digits/ },
	{ field: 'block', entered: '40f7b40', meant: 'a block', says: /put 0x in front/i },
	{ field: 'block', entered: 'last', meant: 'latest', says: /enter latest/i },
	{ field: 'block', entered: 'newest', meant: 'latest', says: /enter latest/i },
	{ field: 'block', entered: 'Latest', meant: 'latest', says: /small letters\. Enter latest/i },
	{ field: 'block', entered: '-1', meant: 'latest', says: /latest/ },
	{
		field: 'startBlock',
		entered: '2026-01-31',
		meant: 'blocks since then',
		says: /is a date.*use Period/,
	},
	{ field: 'startBlock', entered: '70,999,900', meant: 'that block', says: /separators.*70999900/ },
	{ field: 'hash', entered: hash.slice(2), meant: 'that transaction', says: /put 0x in front/i },
	{
		field: 'hash',
		entered: txId,
		meant: 'a staking transaction',
		says: /P-Chain or X-Chain transaction.*no operation looks one up.*explorer.*Atomic Transaction/i,
	},
	{ field: 'hash', entered: wallet, meant: 'its transactions', says: /EVM address/ },
	{
		field: 'address',
		entered: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
		meant: 'a wallet',
		says: /Bitcoin address.*begins with 0x/,
	},
	{
		field: 'address',
		entered: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
		meant: 'a wallet',
		says: /Bitcoin address.*begins with 0x/,
	},
	{
		field: 'address',
		entered: `[{"address":"${wallet}"}`,
		meant: 'a list of rows, cut off',
		says: /JSON as text.*expression.*list itself/,
	},
	{ field: 'address', entered: hash, meant: 'a wallet', says: /a hash, or like a private key/ },
	{ field: 'address', entered: wallet.slice(0, -1), meant: 'a wallet', says: /1 digit too short/ },
	{
		field: 'address',
		entered: `${wallet.slice(0, -1)}5`,
		meant: 'a wallet',
		says: /capital letters do not match/,
	},
	{
		field: 'address',
		entered: wallet.replace('0x', 'Ox'),
		meant: 'a wallet',
		says: /letter O.*zero/,
	},
	{ field: 'address', entered: onC, meant: 'a wallet', says: /between chains.*0x/ },
	{
		field: 'address',
		entered: `avax:${wallet}`,
		meant: 'a wallet',
		says: new RegExp(`alone: ${wallet}`),
	},
	{
		field: 'address',
		entered: `ethereum:${wallet}@43114`,
		meant: 'a wallet',
		says: new RegExp(`alone: ${wallet}`),
	},
	{
		field: 'address',
		entered: 'treasury.avax',
		meant: 'a wallet',
		says: /names are not looked up/,
	},
	{ field: 'address', entered: 'null', meant: 'a wallet', says: /expression gave nothing/ },
	{
		field: 'address',
		entered: 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtRN',
		meant: 'my wallet',
		says: /private key.*never needs/,
	},
	{ field: 'primaryAddresses', entered: wallet, meant: 'my rewards', says: /EVM address/ },
	{
		field: 'rewardNodeIds',
		entered: `P-${onC.slice(2)}`,
		meant: 'the rewards of that address',
		says: /address of an owner.*choose Addresses in Rewards Of/is,
	},
	{
		field: 'address',
		entered: `[{ "address": "${wallet}", "name": "Hot" }, { "address": "${wallet}" }]`,
		meant: 'that wallet, in rows that were made text',
		takes: wallet,
	},
	{
		field: 'address',
		entered: `[{"address":"${wallet}"}]`,
		meant: 'that wallet',
		takes: wallet,
	},
	{
		field: 'primaryAddresses',
		entered: wallet,
		meant: 'its balance on the P-Chain',
		says: /looks like an EVM address.*P-avax1 or X-avax1\. For what this one holds(?!.*reward)/,
	},
	{
		field: 'rewardAddresses',
		entered: wallet,
		meant: 'what it earned',
		says: /looks like an EVM address.*to which rewards are paid/,
	},
	{
		field: 'watchedNodes',
		entered: 'fra',
		meant: 'a group',
		says: /looks like a name or a group.*Silences takes names/,
	},
	{
		field: 'nodeIds',
		entered: 'fra',
		meant: 'a group',
		says: /looks like a name or a group(?!.*Silences)/,
	},
	{
		field: 'rewardAddresses',
		entered: nodeId,
		meant: 'the rewards of that validator',
		says: /a validator.*choose Validators in Rewards Of/is,
	},
	{
		field: 'walletNames',
		entered: `${wallet.slice(0, -1)} = Reserve`,
		meant: 'a name for a wallet',
		says: /1 digit too short/,
	},
	{
		field: 'watchedNodes',
		entered: `${nodeId} = Zurich\n${other} = Zurich`,
		meant: 'two validators',
		says: /twice.*a name of its own/is,
	},
	// Contracts
	{
		field: 'function',
		entered: 'balanceOf(0x50E721E49C013F00c62Cf59f2163542a9D8Df024)',
		meant: 'a call',
		says: /Function.*Arguments/,
	},
	{
		field: 'function',
		entered: '1. balanceOf (0x70a08231)',
		meant: 'balanceOf',
		says: /Function.*balanceOf\(address/,
	},
	{ field: 'arguments', entered: wallet, meant: 'one argument', says: /Arguments.*\["0x/ },
	{ field: 'arguments', entered: `['${wallet}']`, meant: 'one argument', says: /Arguments.*\["0x/ },
	{
		field: 'path',
		entered: 'https://glacier-api.avax.network/v1/chains',
		meant: 'that path',
		says: /whole URL.*\/v1\/chains/,
	},
	{
		field: 'path',
		entered: '/v1/chains?network=mainnet',
		meant: 'with a query',
		says: /Query.*\{"network": ?"mainnet"\}/,
	},
	// Times and numbers
	{ field: 'timeZone', entered: 'Berlin', meant: 'Europe/Berlin', takes: 'Europe/Berlin' },
	{ field: 'timeZone', entered: 'New York', meant: 'America/New_York', takes: 'America/New_York' },
	{
		field: 'timeZone',
		entered: 'UTC+2',
		meant: 'Central European summer',
		says: /Europe\/Berlin.*enter (?:\+02:00|Etc\/GMT-2)/,
	},
	...['EST', 'est', 'MST', 'HST'].map(
		(entered): WrongInput => ({
			field: 'timeZone',
			entered,
			meant: 'the clocks of a place',
			says: /standard time all year.*(America|Pacific)\/\w+.*enter (?:-\d\d:00|Etc\/GMT\+\d)/,
		}),
	),
	...['IST', 'BST', 'CST', 'PST'].map(
		(entered): WrongInput => ({
			field: 'timeZone',
			entered,
			meant: 'one of several zones',
			says: /short for more than one zone.*Europe\/Berlin/,
		}),
	),
	{
		field: 'timeZone',
		entered: 'MEZ',
		meant: 'Europe/Berlin, in German',
		says: /"MEZ" is standard time all year.*Europe\/Berlin.*enter (?:\+01:00|Etc\/GMT-1)/,
	},
	{
		field: 'timeZone',
		entered: 'MESZ',
		meant: 'Europe/Berlin in summer, in German',
		says: /"MESZ" is summer time alone.*Europe\/Berlin/,
	},
	{
		field: 'timeZone',
		entered: 'MSK',
		meant: 'Moscow',
		says: /"MSK" is not the name of a time zone.*Europe\/Berlin/,
	},
	{
		field: 'from',
		entered: 'C',
		meant: 'a date',
		says: /must be a date, with or without a time, or UNIX seconds\..*Example: 20\d\d-/,
	},
	...['EST5EDT', 'CET', 'GMT'].map(
		(entered): WrongInput => ({ field: 'timeZone', entered, meant: 'that zone', takes: entered }),
	),
	{ field: 'timeZone', entered: 'CEST', meant: 'Central European summer', says: /Europe\/Berlin/ },
	{
		field: 'from',
		entered: '03/04/2025',
		meant: '3 April',
		says: /begin with the year.*2025-04-03 or 2025-03-04/,
	},
	{
		field: 'from',
		entered: '31.12.2024',
		meant: 'that day',
		says: /begin with the year.*Enter 2024-12-31/,
	},
	{
		field: 'from',
		entered: '2025-02-30',
		meant: 'the end of February',
		says: /2025-02 has 28 days/,
	},
	{ field: 'from', entered: '2026-10-01 9am', meant: '09:00', says: /Enter 2026-10-01 09:00/ },
	{
		field: 'from',
		entered: '2026-10-01 12:15 p.m.',
		meant: '12:15',
		says: /Enter 2026-10-01 12:15/,
	},
	{ field: 'from', entered: '01/02/26', meant: '1 February', says: /2026-02-01 or 2026-01-02/ },
	{ field: 'from', entered: '2026/01/31', meant: 'that day', says: /hyphens.*as in 20/ },
	{ field: 'from', entered: '2026-13-01', meant: 'January', says: /no month 13.*such as 20/ },
	{ field: 'from', entered: '2026-01-31T25:00', meant: '1 a.m.', says: /no hour 25/ },
	{
		field: 'from',
		entered: '2026-01-31 18:00 CET',
		meant: 'that time',
		says: /CET.*T18:00\+01:00/,
	},
	{ field: 'from', entered: 'a week ago', meant: 'that day', says: /no date.*Period/ },
	{ field: 'from', entered: 'soon', meant: 'any time', says: /a date.*Example: 20\d\d-/ },
	{ field: 'from', entered: '$now', meant: 'now', says: /expression.*Switch.*\{\{ \$now \}\}/ },
	{
		field: 'nodeIds',
		entered: '{{ $json.ids }}',
		meant: 'a list',
		says: /Switch the field to Exp/,
	},
	{
		field: 'nodeIds',
		entered: `${nodeId}x, ${other}, 12`,
		meant: 'three validators',
		says: /entry 1: .*Also wrong: entry 3 \("12"\): must be a list of node IDs/,
	},
	{
		field: 'nodeIds',
		entered: Array.from({ length: 9 }, () => 'x').join(),
		meant: 'nine validators',
		says: /entry 6 \("x"\): this looks like a name or a group; and 3 more\.$/,
	},
	{
		field: 'address',
		entered: `${wallet}, 0x12, Treasury`,
		meant: 'three wallets',
		says: /entry 2: .*Also wrong: entry 3 \("Treasury"\): this looks like a name/,
	},
	{
		field: 'walletNames',
		entered: `${wallet.slice(0, -1)} = Cold\n${wallet} = Hot [x\n${wallet} = Payroll`,
		meant: 'three names',
		says: /line 1: .*Also wrong: must have both brackets around a group in line 2.* not "Hot \[x"\./,
	},
	{
		field: 'rewardNodeIds',
		entered: `${nodeId} = fra\n${other} = FRA`,
		meant: 'two names',
		says: /"fra" in line 1 and "FRA" in line 2 are the same name/,
	},
	{
		field: 'token',
		entered: 'usdc',
		meant: 'USDC',
		says: /USDC on the C-Chain.*0xB97EF9Ef.*same sy/,
	},
	{ field: 'token', entered: 'AVAX', meant: 'AVAX', says: /no contract.*0xB31f66AA/ },
	{
		field: 'address',
		entered: `https://etherscan.io/address/${wallet}`,
		meant: 'the wallet, which is the same here',
		says: new RegExp(`another network.*same address here, enter ${wallet}`),
	},
	{ field: 'address', entered: `snowtrace.io/address/${wallet}`, meant: 'it', takes: wallet },
	{
		field: 'token',
		entered: `https://arbiscan.io/token/${contract}`,
		meant: 'a token of another network',
		says: /another network.*contract of this chain.*arbiscan/,
	},
	{
		field: 'hash',
		entered: `https://etherscan.io/tx/${hash}`,
		meant: 'a transaction of another network',
		says: /another network.*hash.*etherscan/,
	},
	{
		field: 'address',
		entered: `${wallet.slice(0, 20)}\u200b${wallet.slice(20)}`,
		meant: 'it, with an invisible character',
		takes: wallet,
	},
	{
		field: 'address',
		entered: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
		meant: 'a wallet of Tron',
		says: /of Solana, Tron or another network.*0x/,
	},
	{ field: 'minimumAmount', entered: '5 AVAX', meant: '5', says: /unit.*Enter 5\./ },
	{ field: 'minimumAmount', entered: '1,5 AVAX', meant: '1.5', says: /unit.*as in 1\.5/ },
	{
		field: 'minimumAmount',
		entered: '1.000,50 USDC',
		meant: '1000.5',
		says: /unit.*enter 1000\.50/,
	},
	{ field: 'minimumAmount', entered: '>= 5', meant: '5', says: /sign.*Enter 5\./ },
	{ field: 'minimumAmount', entered: '5k', meant: '5000', says: /Enter 5000\./ },
	{ field: 'minimumAmount', entered: '0x5', meant: '5', says: /hexadecimal.*Enter 5\./ },
	{ field: 'quietTo', entered: '7', meant: '07:00', says: /Enter 07:00/ },
	{ field: 'block', entered: 'latest block', meant: 'latest', says: /Enter latest/ },
	{ field: 'block', entered: 'latest - 100', meant: 'that block', says: /not count back.*1234567/ },
	{
		field: 'validationId',
		entered: '12',
		meant: 'a validator',
		says: /too short for a validation/,
	},
	{ field: 'minimumAmount', entered: NaN, meant: 'a number', says: /gave NaN, which is no number/ },
	{ field: 'block', entered: 'block 5', meant: '5', says: /Enter 5\./ },
	{ field: 'block', entered: '1e6', meant: 'a million', says: /1000000 or 0x1e6/ },
	{ field: 'block', entered: '0xZZ', meant: 'a block', says: /"Z" is not a hexadecimal digit/ },
	{
		field: 'address',
		entered: 'cosmos1qurswpc8qurswpc8qurswpc8qurswpc8nn86qp',
		meant: 'the same, on Cosmos',
		says: [/begins with cosmos1/, /another network than Avalanche/],
		never: /P-Chain or X-Chain address/,
	},
	{
		field: 'rewardAddresses',
		entered: 'cosmos1qurswpc8qurswpc8qurswpc8qurswpc8nn86qp',
		meant: 'the same, on Cosmos',
		says: [/begins with cosmos1/, /another network than Avalanche/],
	},
	{
		field: 'blockCount',
		entered: '5.000',
		meant: '5000',
		says: /enter its digits alone, such as 5000/,
		never: /token/,
	},
	{
		field: 'blockCount',
		entered: '5,5',
		meant: '5',
		says: /comma/,
		never: /token/,
	},
	{
		field: 'startTime',
		entered: 'last week',
		meant: 'a date',
		says: /Enter a date, such as \d{4}-/,
		never: /Period/,
	},
	{ field: 'from', entered: 'last month', meant: 'Last Month', says: /Or choose it as Period\./ },
	{ field: 'block', entered: 'yesterday', meant: 'its block', says: /Get by Time/ },
	{ field: 'chain', entered: '43,114', meant: 'C', says: /separators.*43114/ },
	{ field: 'chain', entered: `${explorer}/c-chain`, meant: 'C', says: /page.*Choose the chain/ },
	{ field: 'arguments', entered: `["${wallet}"] // me`, meant: 'it', says: /no comments/ },
	{ field: 'arguments', entered: `["${wallet}"`, meant: 'it', says: /bracket is missing/ },
	{ field: 'from', entered: '2026-10-01 9:05', meant: '09:05', says: /Enter 2026-10-01 09:05/ },
	{
		field: 'from',
		entered: '2026-12-01 06:00-08:00',
		meant: 'a range',
		says: /must be one time.*Enter one, such as 2026-12-01 06:00\..*2026-12-01T06:00-08:00/,
	},
	{
		field: 'from',
		entered: '2026-03-08 02:30',
		meant: 'an hour that New York does not have',
		says: /does not exist in America\/New_York.*Enter 2026-03-08 03:30.*2026-03-08T03:30:00-04:00/,
	},
	{
		field: 'from',
		entered: '2026-11-01 01:30',
		meant: 'an hour that New York has twice',
		says: /exists twice in America\/New_York.*2026-11-01T01:30:00-04:00 .*first.*2026-11-01T01:30:00-05:00 .*second/,
	},
	{ field: 'from', entered: '45658', meant: '2025-01-01', says: /spreadsheet.*2025-01-01/ },
	{ field: 'from', entered: '2568-01-01', meant: '2025-01-01', says: /future/ },
	{ field: 'limit', entered: 'all', meant: 'everything', says: /Return All/ },
	{ field: 'limit', entered: '0', meant: 'everything', says: /at least 1/ },
	{ field: 'minimumAmount', entered: '0,5', meant: 'a half', says: /point.*0\.5/ },
	{
		field: 'minimumAmount',
		entered: '1e6',
		meant: 'a million',
		says: /exponent\. Enter 1000000\./,
	},
	{ field: 'minimumAmount', entered: '2.5E3', meant: '2500', says: /exponent\. Enter 2500\./ },
	{
		field: 'minimumAmount',
		entered: '1.23457E+12',
		meant: 'more digits',
		says: /spreadsheet rounded/,
	},
	{ field: 'minimumAmount', entered: '5%', meant: '5 percent', says: /leave out the %\. Enter 5/ },
	{ field: 'minimumAmount', entered: '100 USDC', meant: '100', says: /unit\. Enter 100\./ },
	...(['minimumAmount', 'below'] as const).flatMap((field) =>
		['$5000', '€ 5.000,00', '5000 USD', 'EUR 5k', '5000 dollars'].map(
			(entered): WrongInput => ({
				field,
				entered,
				meant: 'money',
				says: /amount of money.*counts tokens\. Enter how many tokens it is/,
			}),
		),
	),
	{ field: 'quietTo', entered: '', meant: 'until the morning', says: /Quiet To is empty/ },
	{ field: 'quietTo', entered: '10pm', meant: '22:00', says: /24 hours.*22:00/ },
	{ field: 'minimumAmount', entered: '1.000,50', meant: '1000.50', says: /separators.*1000\.50/ },
	{
		field: 'minimumAmount',
		entered: '1.000,00',
		meant: '1000',
		says: /separators.*enter 1000\.(?!\d)/i,
	},
	{ field: 'minimumAmount', entered: '1,000.50', meant: '1000.50', says: /separators.*1000\.50/ },
	{
		field: 'minimumAmount',
		entered: '1.000',
		meant: '1000',
		says: /mean 1000 or 1\. Enter 1000 or 1/,
	},
	{ field: 'minimumAmount', entered: '1.500', meant: '1500', says: /mean 1500 or 1\.5/ },
	{ field: 'minimumAmount', entered: '0,125', meant: 'an eighth', says: /point.*0\.125/ },
	{
		field: 'minimumAmount',
		entered: 'Operations = 1000000',
		meant: 'a limit for each',
		says: /one number, without a name/,
	},
	{ field: 'minimumAmount', entered: 'much', meant: 'a number', says: /no number.*1000\.5/ },
	{ field: 'from', entered: 'Oct 1', meant: '1 October', says: /has no year.*-10-01/ },
	{ field: 'from', entered: 'October 1, 2026', meant: 'that day', says: /in words.*2026-10-01/ },
	{ field: 'from', entered: 'October 2026', meant: 'that month', says: /is a month.*2026-10-01/ },
	{ field: 'from', entered: 'Q3 2026', meant: 'that quarter', says: /is a quarter.*2026-07-01/ },
	{ field: 'from', entered: 'last month', meant: 'that period', says: /no date.*Period/ },
	{ field: 'token', entered: 'USDC', meant: 'that token', says: /symbol.*address.*0x/ },
	{ field: 'address', entered: 'Reserve', meant: 'a wallet', says: /name.*address.*0x/ },
	{ field: 'address', entered: [], meant: 'no wallet', says: /^Fill in Address/ },
	{
		field: 'address',
		entered: `${explorer}/c-chain/tx/${hash}`,
		meant: 'who sent it',
		says: /page of a transaction.*Transaction > Get/,
	},
	...[`Operations\t${wallet}`, `${wallet}\tOperations`, `Operations;${wallet}`].map(
		(entered): WrongInput => ({ field: 'address', entered, meant: 'that wallet', takes: wallet }),
	),
	{
		field: 'watchedNodes',
		entered: `Frankfurt-1\t${nodeId}\nZurich-1\t${other}`,
		meant: 'these validators',
		takes: 'platform.getCurrentValidators',
	},
	// What an expression gives that is no text
	{
		field: 'nodeIds',
		entered: [{ nodeID: nodeId, weight: 1 }],
		meant: 'all node IDs',
		takes: nodeId,
	},
	{
		field: 'nodeIds',
		entered: [{ json: { nodeID: nodeId } }],
		meant: 'all node IDs',
		takes: nodeId,
	},
	{ field: 'nodeIds', entered: [nodeId, other], meant: 'two validators', takes: [nodeId, other] },
	{
		field: 'watchedNodes',
		entered: [{ nodeID: nodeId, weight: 1 }],
		meant: 'these validators',
		takes: 'platform.getCurrentValidators',
	},
	{
		field: 'watchedNodes',
		entered: [],
		meant: 'my validators',
		says: /Fill in Node IDs.*expression.*empty.*check the name/,
	},
	{
		field: 'watchedNodes',
		entered: 'undefined',
		meant: 'my validators',
		says: /expression gave nothing/,
	},
	{
		field: 'validator',
		entered: { nodeID: nodeId },
		meant: 'that validator',
		says: /Validator: an expression gave an object.*\$json\.nodeID/,
	},
	{ field: 'address', entered: [{ address: wallet }], meant: 'a wallet', takes: wallet },
	{
		field: 'primaryAddresses',
		entered: [{ address: onC }],
		meant: 'a wallet',
		says: /row 1/,
	},
	{ field: 'hash', entered: { hash }, meant: 'a transaction', says: /\$json\.hash/ },
	{ field: 'block', entered: { number: 1 }, meant: 'a block', says: /\$json\.number/ },
	{ field: 'startBlock', entered: { number: 1 }, meant: 'a block', says: /\$json\.number/ },
	{ field: 'from', entered: { day: '2026-01-01' }, meant: 'a day', says: /\$json\.day/ },
	{ field: 'currency', entered: { code: 'eur' }, meant: 'euros', says: /\$json\.code/ },
	{
		field: 'token',
		entered: [wallet, contract],
		meant: 'two tokens',
		says: /Token Contract: an expression gave a list.*use a trigger for each/,
	},
	{
		field: 'token',
		entered: `${wallet}, ${contract}`,
		meant: 'two tokens',
		says: /takes one value.*use a trigger for each/,
	},
	{
		field: 'token',
		entered: `${wallet}\n${contract}`,
		meant: 'two tokens',
		says: /takes one value.*use a trigger for each/,
	},
	// Words for an entry of a list
	...['€', 'Euro', 'EUR', 'euros'].map(
		(entered): WrongInput => ({
			field: 'currency',
			entered,
			meant: 'euros',
			takes: 'currency=eur',
		}),
	),
	...['$', 'US$', 'usd ', 'US Dollar'].map(
		(entered): WrongInput => ({
			field: 'currency',
			entered,
			meant: 'dollars',
			takes: 'currency=usd',
		}),
	),
	{ field: 'currency', entered: 'Franken', meant: 'Swiss francs', takes: 'currency=chf' },
	...['btc', 'USDC', 'AVAX'].map(
		(entered): WrongInput => ({
			field: 'currency',
			entered,
			meant: 'value in a coin',
			says: /Check Currency.*one of aud, .*usd/,
		}),
	),
	...['tx count', 'TxCount', 'Transactions'].map(
		(entered): WrongInput => ({
			field: 'metric',
			entered,
			meant: 'transactions',
			takes: '/metrics/txCount',
		}),
	),
	{
		field: 'metric',
		entered: 'TVL',
		meant: 'total value locked',
		says: /Check Metric.*"TVL".*one of activeAddresses/,
	},
	...['daily', 'Day', '1d'].map(
		(entered): WrongInput => ({
			field: 'timeInterval',
			entered,
			meant: 'days',
			takes: 'timeInterval=day',
		}),
	),
	...['1h', 'hourly'].map(
		(entered): WrongInput => ({
			field: 'timeInterval',
			entered,
			meant: 'hours',
			takes: 'timeInterval=hour',
		}),
	),
	{
		field: 'timeInterval',
		entered: 'minute',
		meant: 'minutes',
		says: /Time Interval must be one of day, hour/,
	},
	// Chains
	...['Avalanche', 'AVAX', 'C', 'avalanche c-chain', '43114', '0xa86a'].map(
		(entered): WrongInput => ({
			field: 'chain',
			entered,
			meant: 'the C-Chain',
			beside: { network: 'mainnet' },
			takes: '/ext/bc/C/rpc',
		}),
	),
	{
		field: 'chain',
		entered: 'Ethereum',
		meant: 'another network',
		says: /Chain: "Ethereum" is no chain of Avalanche/,
	},
	{
		field: 'chain',
		entered: nodeId,
		meant: 'the chain of a validator',
		says: /Chain: this looks like a node ID.*choose the chain/,
	},
	{
		field: 'chain',
		entered: wallet,
		meant: 'the chain of a wallet',
		says: /Chain: this looks like an EVM address.*choose the chain/,
	},
	{ field: 'subnet', entered: '43114', meant: 'the C-Chain', says: /Primary Network.*LpoYY/ },
	{ field: 'subnet', entered: 'Primary Network', meant: 'it', says: /Primary Network.*LpoYY/ },
	{
		field: 'subnet',
		entered: 'P-Chain',
		meant: 'the Primary Network',
		says: /Primary Network.*LpoYY/,
	},
	{ field: 'subnet', entered: '432204', meant: 'Dexalot', says: /EVM chain ID.*list/ },
	// Functions and their arguments
	{ field: 'function', entered: 'totalSupply', meant: 'the call', says: /takes none: enter \[\]/ },
	{ field: 'function', entered: 'balanceOf', meant: 'the call', takes: '0x70a08231' },
	{
		field: 'function',
		entered: 'ownerOf(50)',
		meant: 'the call',
		says: /Function: a value stands where a type belongs.*Arguments/,
	},
	{
		field: 'function',
		entered: 'Transfer(address indexed from, uint256 value)',
		meant: 'an event',
		says: /Function: this declares an event/,
	},
	{
		field: 'function',
		entered: 'event Paused(address account)',
		meant: 'an event',
		says: /Function: it must hold the function.*the event "Paused"/,
	},
	{
		field: 'function',
		entered: 'function balanceOf(address account) external view returns (uint256);',
		meant: 'the call',
		beside: { arguments: `["${wallet}"]` },
		takes: '0x70a08231',
	},
	{
		field: 'function',
		entered:
			'{"inputs":[{"name":"account","type":"address"}],"name":"balanceOf","outputs":[{"type":"uint256"}],"stateMutability":"view","type":"function"}',
		meant: 'the call',
		beside: { arguments: `["${wallet}"]` },
		takes: '0x70a08231',
	},
	{
		field: 'function',
		entered: 'transfer(address,uint)',
		meant: 'the call',
		beside: { arguments: `["${wallet}", 1]` },
		takes: '0xa9059cbb',
	},
	{
		field: 'arguments',
		entered: '["1.5"]',
		beside: ofShares,
		meant: '1.5 tokens',
		says: /Arguments: .*whole number.*smallest unit.*1500000000000000000/,
	},
	{
		field: 'arguments',
		entered: '["1.500,00"]',
		beside: ofShares,
		meant: '1500 tokens',
		says: /whole number.*smallest unit.*With 6 decimals, 1500 is 1500000000;(?!.*enter 1500)/,
	},
	{
		field: 'arguments',
		entered: '["1,000.5"]',
		beside: ofShares,
		meant: '1000.5 tokens',
		says: /whole number.*smallest unit.*1000\.5 is 1000500000;(?!.*enter 1000)/,
	},
	{
		field: 'arguments',
		entered: '["1.500"]',
		beside: ofShares,
		meant: '1500, or one and a half',
		says: /can mean 1500 or 1\.500.*smallest unit/,
	},
	{
		field: 'arguments',
		entered: '[1.5]',
		beside: ofShares,
		meant: '1.5 tokens',
		says: /smallest unit.*1500000000000000000/,
	},
	{
		field: 'arguments',
		entered: '1.5',
		beside: ofShares,
		meant: '1.5 tokens',
		says: /Enter \["1\.5"\]/,
	},
	{
		field: 'arguments',
		entered: '1,000',
		beside: ofShares,
		meant: '1000',
		says: /Enter \["1000"\]/,
	},
	{
		field: 'arguments',
		entered: '["1,000"]',
		beside: ofShares,
		meant: '1000',
		says: /separators.*1000/,
	},
	{
		field: 'arguments',
		entered: '["1.5E+18"]',
		beside: ofShares,
		meant: '1.5 tokens',
		says: /enter all its digits/i,
	},
	{
		field: 'arguments',
		entered: '["100 USDC"]',
		beside: ofShares,
		meant: '100',
		says: /smallest unit.*With 6 decimals, 100 is 100000000;/,
	},
	{
		field: 'arguments',
		entered: 1500000000000000001,
		beside: ofShares,
		meant: 'that number',
		says: /Arguments: a number this large must be given as text/,
	},
	{
		field: 'arguments',
		entered: '[1500000000000000001]',
		beside: ofShares,
		meant: 'that number',
		takes: '14d1120d7b160001',
	},
	{
		field: 'arguments',
		entered: `["${wallet}"]`,
		beside: ofAllowance,
		meant: 'two addresses',
		says: /2 values .*not 1; address is missing at its end/,
	},
	{
		field: 'arguments',
		entered: { owner: wallet, spender: contract },
		beside: ofAllowance,
		meant: 'two addresses',
		says: /names no arguments.*\["0x\.\.\.","0x\.\.\."\]/,
	},
	{
		field: 'arguments',
		entered: `${wallet},${contract}`,
		beside: ofAllowance,
		meant: 'two addresses',
		says: new RegExp(`Enter \\["${wallet}","${contract}"\\]`),
	},
	{
		field: 'arguments',
		entered: `['${wallet}','${contract}']`,
		beside: ofAllowance,
		meant: 'two addresses',
		says: new RegExp(`Enter \\["${wallet}","${contract}"\\]`),
	},
	// Events and topics
	{
		field: 'events',
		entered: 'Transfer(address from, address to, uint value',
		meant: 'transfers',
		says: /^Check Events\. Events must be written as in Transfer\(address indexed from, address indexed to, /,
	},
	{
		field: 'events',
		entered: 'Transfer',
		meant: 'the event',
		says: /Transfer\(address indexed from/,
	},
	{
		field: 'events',
		entered: transferTopic,
		meant: 'the event',
		says: /Events: this is a topic.*declaration.*Topics/,
	},
	{
		field: 'events',
		entered: 'transfer(address,uint256)',
		meant: 'the event',
		says: /Events: this is a function.*Transfer\(address indexed/,
	},
	{
		field: 'events',
		entered: 'function transfer(address,uint256)',
		meant: 'the event',
		says: /Events: it must hold/,
	},
	{
		field: 'events',
		entered: 'event Transfer(address indexed _from, address indexed _to, uint256 _value)',
		meant: 'the event',
		takes: transferTopic,
	},
	{
		field: 'topics',
		entered: `["${transferTopic}", "${wallet}"]`,
		meant: 'transfers from it',
		takes: `0x${'0'.repeat(24)}${wallet.slice(2).toLowerCase()}`,
	},
	{
		field: 'topics',
		entered: `["${wallet}"]`,
		meant: 'transfers from it',
		says: /Topics: an address stands where the event belongs.*\[null, "0x/,
	},
	{
		field: 'topics',
		entered: `["${transferTopic}", null, "1000"]`,
		meant: 'of that amount',
		says: /Topics: 1000 has no 32 bytes.*"0x0{61}3e8"/,
	},
	{
		field: 'topics',
		entered: '["Transfer"]',
		meant: 'transfers',
		says: /it cannot be "Transfer"\. Topics must be.*32-byte hash/,
	},
	{
		field: 'topics',
		entered: transferTopic,
		meant: 'transfers',
		says: new RegExp(`Enter \\["${transferTopic}"\\]`),
	},
	{
		field: 'toBlock',
		entered: '68100000',
		beside: { filters: { fromBlock: '68123456' } },
		meant: 'that range',
		says: /From Block must not be above To Block.*swap them/,
	},
	{
		field: 'toBlock',
		entered: '2000',
		beside: { filters: { fromBlock: '68123456' } },
		meant: '2,000 blocks',
		says: /To Block is no count/,
	},
	// Times, amounts and limits
	{ field: 'from', entered: '1735689600', meant: '2025-01-01', takes: '/rewards' },
	{
		field: 'from',
		entered: '1735689600000',
		meant: '2025-01-01',
		says: /milliseconds.*1735689600/,
	},
	{
		field: 'to',
		entered: '2024-12-31',
		beside: { from: '2024-12-31' },
		meant: 'that day',
		says: /From must be before To.*for one day, enter the next day/,
	},
	{
		field: 'to',
		entered: '2024-01-01',
		beside: { from: '2024-12-31' },
		meant: 'that year',
		says: /From must be before To/,
	},
	{ field: 'limit', entered: '-1', meant: 'everything', says: /Return All/ },
	{ field: 'limit', entered: 0, meant: 'everything', says: /Return All/ },
	{ field: 'limit', entered: '50', meant: '50', takes: '/v1/chains' },
	{
		field: 'minimumAmount',
		entered: '1000000000',
		meant: '1 AVAX',
		says: /Minimum Amount is more AVAX than there is.*enter 1/,
	},
	{ field: 'threshold', entered: 'NaN', meant: '80 percent', says: /expression gave nothing/ },
	{ field: 'threshold', entered: Number.NaN, meant: '80 percent', says: /expression gave nothing/ },
	{ field: 'threshold', entered: 8000, meant: '80 percent', says: /from 0 to 100/ },
	{
		field: 'quietFrom',
		entered: '22-7',
		meant: 'the night',
		says: /Quiet From must be a time of day/,
	},
	{
		field: 'quietFrom',
		entered: '25:00',
		meant: 'an hour past midnight',
		says: /Enter an hour from 00 to 23 and minutes, such as 07:00 or 22:00/,
	},
	{
		field: 'minimumVersion',
		entered: 'latest',
		meant: 'the newest version',
		says: /[Ee]nter one such as 1\.15\.1, or remove the option/,
	},
	{
		field: 'allAddresses',
		entered: 'Operations',
		meant: 'a wallet of another node',
		says: /The field takes the name once a line has both/,
	},
	{
		field: 'quietFrom',
		entered: '24:00',
		meant: 'midnight',
		takes: 'platform.getCurrentValidators',
	},
	{
		field: 'quietTo',
		entered: '22:00',
		meant: 'no quiet hours',
		says: /two different times.*Remove both/,
	},
	// Networks that do not fit
	{
		field: 'primaryAddresses',
		entered: 'P-fuji1qdaw46h5h0exmk47wft2s22dc5k6fr2h039jc3',
		meant: 'a wallet of Fuji',
		says: /begin with fuji1.*Fuji.*Network is Mainnet/,
	},
	{
		field: 'primaryAddresses',
		entered: onC.slice(2),
		beside: { network: 'fuji' },
		meant: 'a wallet of Mainnet',
		says: /begin with avax1.*Mainnet.*Network is Fuji/,
	},
	{ field: 'primaryAddresses', entered: wallet, meant: 'my rewards', says: /P-avax1/ },
	// Secrets, whichever field they are entered into
	...(
		[
			'address',
			'nodeIds',
			'validator',
			'primaryAddresses',
			'hash',
			'arguments',
			'path',
			'watchedNodes',
			'token',
			'function',
			'events',
			'chain',
			'alias',
		] as const
	).flatMap((field): WrongInput[] => [
		{
			field,
			entered: 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtRN',
			meant: 'my wallet',
			says: /: this looks like a private key.*Remove it here/,
		},
		{
			field,
			entered: `${'test '.repeat(11)}junk`,
			meant: 'my wallet',
			says: /: this looks like a private key.*Remove it here/,
		},
		{
			field,
			entered: 'https://discord.com/api/webhooks/123/abcDEF',
			meant: 'send alerts there',
			says: /: this is the address of a webhook.*Remove it here/,
		},
	]),
	// A key without 0x, as wallets export it
	...(
		['address', 'nodeIds', 'validator', 'chain', 'token', 'timeZone', 'block', 'alias'] as const
	).map(
		(field): WrongInput => ({
			field,
			entered: bareKey,
			meant: 'my wallet',
			says: /: this looks like a private key.*Remove it here.*a hash begins with 0x/,
			never: /8da4ef21/,
		}),
	),
	...[`${wallet}, ${bareKey}`, `${bareKey}\n${wallet}`, { address: bareKey }].map(
		(entered): WrongInput => ({
			field: 'address',
			entered,
			meant: 'two wallets',
			says: /this looks like a private key.*Remove it here/,
			never: /8da4ef21/,
		}),
	),
	{
		field: 'primaryAddresses',
		entered: `${onC.slice(2)}, ${bareKey}`,
		meant: 'two wallets',
		says: /entry 2: this looks like a private key.*Remove it here/,
		never: /8da4ef21/,
	},
	// Units and suffixes beside a number
	...(
		[
			['maxWait', '5m', /counts in seconds\. Enter 300/],
			['maxWait', '2h', /counts in seconds\. Enter 3600 at most/],
			['runwayBelow', '12h', /counts in days\. Enter 0\.5\./],
			['streamAmount', '1,5k', /all its digits\. Enter 1500/],
			['streamAmount', '1.000k', /all its digits/],
			['below', '1.000,00 USDC', /number alone.*Enter 1000\.(?!\d)/],
			['callValue', '1 ETH', /choose its unit under Value Unit\. Enter 1\./],
		] as const
	).map(([field, entered, says]): WrongInput => ({ field, entered, meant: 'that number', says })),
	// Moments in words
	{ field: 'from', entered: '3 days ago', meant: 'then', says: /\$now\.minus\(\{ days: 3 \}\)/ },
	{ field: 'timeZone', entered: 'edt', meant: 'New York', says: /summer time.*America\/New_York/ },
	// JSON that is none
	{
		field: 'query',
		entered: "{'pageSize': 5,}",
		meant: 'that query',
		says: /double quotes around texts\. Leave out the comma before the end\. Enter \{"pageSize": 5\}/,
	},
	{
		field: 'function',
		entered: '[{"type":"function",}]',
		meant: 'that function',
		says: /Leave out the comma before the end/,
	},
	{
		field: 'events',
		entered: 'contract T {\n\tevent Paused(address account);\n}',
		meant: 'that event',
		says: /whole contract.*such as event Paused\(address account\)/,
	},
	{
		field: 'arguments',
		entered: ['PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtRN'],
		beside: ofShares,
		meant: 'my wallet',
		says: /Arguments must hold/,
	},
	// The path of an API where its end is meant
	{
		field: 'alias',
		entered: '/ext/bc/myl1',
		meant: 'bc/myl1',
		says: /Alias must be .*without \/ext\/ in front/,
	},
	// Boxes of the credential
	{
		field: 'credential',
		entered: { nodeUrl: 'http://{host}/ext/bc/C/rpc' },
		meant: 'that node',
		takes: '/ext/info',
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'ws://{host}/ext/bc/C/ws' },
		meant: 'that node',
		takes: '/ext/info',
	},
	{ field: 'credential', entered: { nodeUrl: '{host}' }, meant: 'that node', takes: '/ext/info' },
	{
		field: 'credential',
		entered: { nodeUrl: 'node.example.com' },
		meant: 'that node',
		says: /Node URL is not a valid URL.*http:\/\//,
	},
	{
		field: 'credential',
		entered: { nodeUrl: '127.0.0.1' },
		meant: 'port 9650',
		says: /Node URL is not a valid URL.*start with http:\/\/ or https:\/\/, such as http:\/\/127\.0\.0\.1:9650\./,
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'htp://127.0.0.1:9710/ext/info' },
		meant: 'that node',
		says: /Node URL is not a valid URL.*such as http:\/\/127\.0\.0\.1:9710\./,
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'htps://node.example.com' },
		meant: 'that node',
		says: /Node URL is not a valid URL.*start with http:\/\/ or https:\/\/, not with htps:\/\/\./,
	},
	{
		field: 'credential',
		entered: { nodeUrl: `0x${'4a'.repeat(20)}` },
		meant: 'a wallet',
		says: /Node URL is not a valid URL.*the address of a server, and not an EVM address/,
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'http://127.0.0.1:99999' },
		meant: 'port 9650',
		says: /Node URL is not a valid URL.*port of at most 65535/,
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'http://10.0.0.7:9650, http://10.0.0.8:9650' },
		meant: 'either node',
		says: /Node URL is not a valid URL.*be one URL alone/,
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'http://<node>:9650' },
		meant: 'the example, filled in',
		says: /Node URL is not a valid URL.*a host without "<"/,
	},
	{
		field: 'credential',
		entered: { nodeUrl: nodeId },
		meant: 'the node of that ID',
		says: /Node URL is not a valid URL.*not a node ID/,
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'http://localhost:1' },
		meant: 'a node outside of the container',
		says: /nothing listens.*localhost is the container/,
	},
	{
		field: 'credential',
		entered: { nodeUrl: 'http://127.0.0.1:9651' },
		meant: 'that node',
		says: /9651 is for staking.*9650/,
	},
	{
		field: 'credential',
		entered: { ...byHeader, nodeHeaderName: 'Authorization: Bearer abc123' },
		meant: 'both',
		says: /Header Name holds the value too/,
	},
	{
		field: 'credential',
		entered: { ...byHeader, nodeHeaderName: 'abc123', nodeHeaderSecret: 'Authorization' },
		meant: 'the other way round',
		says: /wrong way round/,
	},
	{
		field: 'credential',
		entered: { ...byHeader, nodeHeaderName: 'x-api-key', nodeHeaderSecret: 'x-api-key: abc123' },
		meant: 'abc123',
		says: /Header Value begins with the name/,
	},
	{
		field: 'credential',
		entered: { apiKey: 'x-glacier-api-key: abc123' },
		meant: 'abc123',
		says: /API Key begins with the name/,
	},
	{
		field: 'credential',
		entered: { limits: 'custom', timeLimit: 30000 },
		meant: 'half a minute',
		says: /Time Limit \(Seconds\).*from 1 to 3600/,
	},
	{
		field: 'credential',
		entered: { limits: 'custom', timeLimit: 0 },
		meant: 'none',
		says: /Time Limit \(Seconds\).*from 1 to 3600/,
	},
];
