/** Wrong inputs that somebody wrote who had never seen the code, in the order in which they came, each with what was asked of a good reaction. */
import type { WrongInput } from './wrongInputs.mts';

/** Kinds of field that only these inputs need, as the operation has them. */
export type StrangersField =
	| 'allAddresses'
	| 'below'
	| 'belowByToken'
	| 'blockTime'
	| 'callValue'
	| 'compareWith'
	| 'contractEvents'
	| 'dataBlock'
	| 'dataChain'
	| 'endingBefore'
	| 'estimatedValue'
	| 'fromBlock'
	| 'furtherObservers'
	| 'maxWait'
	| 'minimumVersion'
	| 'nodeMetrics'
	| 'query'
	| 'runwayBelow'
	| 'silences'
	| 'silencesUrl'
	| 'startTime'
	| 'statementAddresses'
	| 'statementFrom'
	| 'statementTo'
	| 'streamAmount'
	| 'streamToken'
	| 'tokenContract'
	| 'traceTimeout'
	| 'uptimeBelow'
	| 'utxoAddresses';

const wallet = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const usdc = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';
const third = '0x05aB9257A3Df0c7480D7E8356A3b39165C5e4ecB';
const onP = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const nodeId = 'NodeID-4mJdzxfrCK6DkQ2eJiZHZe1ZT6Xaz7Gsn';
const other = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const hash = '0xd334992cb8d2222c4f07bb6b431f3a02c07a4a3eb2826fd11f4b7efe348533ba';
const blockchain = '2tg7c1QUWMgCQirndir9ZHa8uJZg7jACYnJHBNvXRMAQvET25U';
const subnet = 'Vn3aX6hNRstj5VHHm63TCgPNaeGnRSqCYXQqemSqDd2TQH4qJ';
const privateKey = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const ofWallet = { arguments: `["${wallet}"]` };
const named = { names: `${nodeId} = Frankfurt-1` };

export const strangersInputs: WrongInput[] = [
	{
		field: 'allAddresses',
		entered: onP,
		meant: 'balances of this P-Chain wallet',
		says: [/Address\b/, /P-Chain/, /EVM address.*0x/, /Balance > Get Many on Primary Network/],
	},
	{
		field: 'allAddresses',
		entered: `${wallet} ; ${usdc}\n\n- ${third},`,
		meant: 'three addresses, copied from a chat',
		takes: [wallet, usdc, third],
	},
	{
		field: 'allAddresses',
		entered: `subnets.avax.network/c-chain/address/${wallet}?tab=tokens`,
		meant: "the address in the explorer's URL, without its scheme",
		takes: wallet,
	},
	{
		field: 'allAddresses',
		entered: { address: wallet, label: 'Treasury', balance: 12 },
		meant: 'a row of the address book',
		takes: wallet,
	},
	{
		field: 'allAddresses',
		entered: '',
		meant: 'the field of an item, whose name is misspelt',
		says: [/Fill in Address/, /expression/, /empty/, /check .*name/],
	},
	{
		field: 'dataChain',
		entered: 'Avalanche C-Chain',
		beside: { network: 'mainnet' },
		meant: 'the C-Chain',
		takes: '/43114/',
	},
	{
		field: 'dataChain',
		entered: 'mainnet',
		meant: 'the C-Chain of Mainnet',
		says: [/Chain\b/, /mainnet/, /network/, /C for the C-Chain/],
	},
	{
		field: 'dataBlock',
		entered: '67,116,860',
		meant: 'that block',
		says: [/Block Number/, /67116860/],
	},
	{
		field: 'dataBlock',
		entered: '31.12.2025',
		meant: 'the balance at the end of 2025',
		says: [/Block Number/, /date/, /Block > Get by Time/],
	},
	{
		field: 'primaryAddresses',
		entered: `P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t\n${onP}`,
		meant: 'an address of Fuji and one of Mainnet',
		says: [/Addresses/, /P-fuji18jma8/, /Fuji/, /Network is Mainnet/],
	},
	{
		field: 'primaryAddresses',
		entered: onP.toUpperCase(),
		meant: 'that address, from a PDF',
		says: [/Addresses/, /small letters/, new RegExp(`enter ${onP}`)],
		never: /checksum does not match/,
	},
	{
		field: 'blockTime',
		entered: '03/04/2026',
		meant: '3 April',
		says: [/Time\b/, /2026-04-03/, /2026-03-04/],
	},
	{
		field: 'blockTime',
		entered: 1_767_225_600_000,
		meant: '1 January 2026, in milliseconds',
		says: [/Time\b/, /milliseconds/, /1767225600\b/],
	},
	{
		field: 'timeZone',
		entered: 'CEST',
		meant: 'Central European time',
		says: [/Time Zone/, /when clocks change|summer time/, /Europe\/Berlin/],
		never: /more than one zone/,
	},
	{
		field: 'timeZone',
		entered: 'UTC+1',
		meant: 'an hour ahead of UTC',
		says: [/Time Zone/, /Europe\/Berlin/, /\+01:00|Etc\/GMT-1/],
	},
	{
		field: 'statementFrom',
		entered: '1. Jan. 2026',
		meant: 'that day',
		says: [/From/, /2026-01-01/],
	},
	{
		field: 'statementTo',
		entered: '2026-09-31',
		meant: 'the end of September',
		says: [/\bTo\b/, /2026-09 has 30 days/, /2026-10-01/],
	},
	{
		field: 'statementAddresses',
		entered: `${wallet} = Ops\n${wallet.toLowerCase()} = Reserve`,
		meant: 'one wallet, by mistake with two names',
		says: [/Addresses/, /twice|same/, /Ops/, /Reserve/],
	},
	{
		field: 'statementAddresses',
		entered: privateKey,
		meant: 'an address',
		says: [/Addresses/, /private key/, /remove it/],
		never: /4c0883a6/,
	},
	{
		field: 'rewardNodeIds',
		entered: `${nodeId.slice(7)} | ${other.slice(7)}`,
		meant: 'two validators',
		says: [/Node IDs/, /put NodeID- in front/i, new RegExp(`enter ${nodeId}`)],
	},
	{
		field: 'rewardNodeIds',
		entered: `nodeID-${nodeId.slice(7)}.`,
		meant: 'a validator, at the end of a sentence',
		says: [/Node IDs/, /capital N, I and D|prefix/],
		never: /checksum does not match/,
	},
	{
		field: 'rewardAddresses',
		entered: nodeId,
		meant: 'rewards of this validator',
		says: [/Addresses/, /node ID|a validator/, /Validators in Rewards Of/],
	},
	{
		field: 'path',
		entered: 'https://data-api.avax.network/v1/chains/43114/blocks?pageSize=5',
		meant: 'that path with its query',
		says: [/Path/, /\/v1\/chains\/43114\/blocks(?!\?)/, /pageSize.*Query|Query.*pageSize/],
	},
	{
		field: 'query',
		entered: '{\n  // only five\n  "pageSize": 5,\n}',
		meant: '{"pageSize":5}',
		says: [/Query/, /JSON/, /comment/, /\{"pageSize": ?5\}|comma before/],
	},
	{
		field: 'validator',
		entered: nodeId.toLowerCase(),
		meant: 'that validator, in small letters from a form',
		says: [/Validator/, /small letters/, /capitals count/, /copy/],
	},
	{
		field: 'validator',
		entered: 'Frankfurt 1',
		beside: { additionalFields: named },
		meant: 'the validator called Frankfurt-1',
		takes: nodeId,
	},
	{
		field: 'uptimeBelow',
		entered: '95 %',
		meant: '95 percent',
		says: [/Uptime Below/, /leave out the %/, /enter 95/],
	},
	{
		field: 'uptimeBelow',
		entered: 0.8,
		meant: '80 percent',
		says: [/Uptime Below/, /percent|0\.8 %/, /80/],
	},
	{
		field: 'endingBefore',
		entered: 'in 2 weeks',
		meant: 'a time in two weeks',
		says: [/Ending Before/, /20\d\d-\d\d-\d\d|\$now\.plus/],
	},
	{
		field: 'subnet',
		entered: blockchain,
		meant: 'the L1 of this chain',
		says: [/Subnet/, /blockchain ID/, new RegExp(`enter ${subnet}`)],
		chains: [{ chainName: 'Beam', platformChainId: blockchain, subnetId: subnet }],
	},
	{
		field: 'runwayBelow',
		entered: '3 months',
		meant: '90 days',
		says: [/Runway Below \(Days\)/, /number/, /such as \d+|90/],
	},
	{
		field: 'hash',
		entered: `snowtrace.io/tx/${hash}`,
		meant: "the hash in an explorer's URL, without its scheme",
		takes: hash,
	},
	{
		field: 'hash',
		entered: `${hash.slice(0, 10)}\u2026${hash.slice(-6)}`,
		meant: 'that transaction, as the explorer shortens it',
		says: [/Transaction Hash/, /shortened/, /64 hexadecimal digits/],
	},
	{
		field: 'hash',
		entered: '2herhMxjPDFB3mYAFAWVHHazi2PWg4RtCjw3pH1G96DQxQYAip',
		meant: 'a transaction of the P-Chain',
		says: [/Transaction Hash/, /P-Chain or X-Chain transaction/, /Cross-Chain Transfers/],
	},
	{
		field: 'function',
		entered:
			'function balanceOf(address _owner) external view virtual override returns (uint256 balance) {',
		beside: ofWallet,
		meant: 'balanceOf',
		takes: '0x70a08231',
	},
	{
		field: 'function',
		entered: 'contract Vault { function totalAssets() public view returns (uint) ; }',
		meant: 'totalAssets',
		says: [/Function/, /the function alone/, /totalAssets\(\)/],
	},
	{
		field: 'arguments',
		entered: `['${wallet}', 1000n]`,
		beside: { function: 'transfer(address,uint256)' },
		meant: 'an address and a number',
		says: [/Arguments/, /JSON|double quotes/, new RegExp(`\\["${wallet}", ?"1000"\\]`)],
	},
	{
		field: 'callValue',
		entered: '0,5',
		meant: 'half an AVAX',
		says: [/Value/, /0\.5/],
	},
	{
		field: 'estimatedValue',
		entered: '1.5 avax',
		meant: '1.5 AVAX',
		says: [/Value/, /number alone/, /Value Unit/],
	},
	{
		field: 'events',
		entered: 'Transfer',
		meant: 'transfers of tokens',
		says: [/Events/, /Transfer\(address indexed from, address indexed to, uint256 value\)/],
	},
	{
		field: 'fromBlock',
		entered: -5000,
		meant: 'the last 5000 blocks',
		says: [/From Block/, /negative|below 0|before the newest/, /Period/],
	},
	{
		field: 'tokenContract',
		entered: 'usdc.e',
		meant: 'the bridged USDC',
		says: [/Token/, /symbol/, /0x/],
	},
	{
		field: 'maxWait',
		entered: '2m',
		meant: '120 seconds',
		says: [/Max Wait \(Seconds\)/, /from 1 to 3600/, /120/],
	},
	{
		field: 'startTime',
		entered: 202_601,
		meant: 'January 2026',
		says: [/Start Time/, /month/, /2026-01-01/],
	},
	{
		field: 'compareWith',
		entered: 'Beam; Dexalot and Gunz',
		meant: 'three chains',
		says: [/"Dexalot and Gunz"/, /Separate several chains by commas/],
		chains: ['Beam', 'Dexalot', 'Gunz'].map((chainName, i) => ({ chainName, chainId: `${i + 7}` })),
	},
	{
		field: 'nodeMetrics',
		entered: 'avalanche_.*_polls_failed|avalanche_health',
		meant: 'metrics by a regular expression',
		says: [/Metrics/, /commas/, /\*/, /regular expression/],
	},
	{
		field: 'utxoAddresses',
		entered: `${wallet}, X-${onP.slice(2)}`,
		meant: 'two wallets',
		says: [/Addresses/, /0x8db97C7c/, /EVM address/, /C-avax1/],
	},
	{
		field: 'traceTimeout',
		entered: '30 seconds',
		meant: '30s',
		says: [/Trace Timeout/, /500ms/, /10s/, /1m30s/],
	},
	{
		field: 'alias',
		entered: 'http://127.0.0.1:9650/ext/bc/my chain',
		meant: 'my-chain',
		says: [/Alias/, /alone/, /URL/, /\/ext\//],
	},
	{
		field: 'silences',
		entered: 'Frankfurt-1, all, tomorrow 22:00-02:00 CET, disk swap',
		beside: { names: `${other} = Frankfurt-1` },
		meant: 'hours of work tomorrow night',
		says: [
			/Silences/,
			/line 1|tomorrow 22:00/,
			/20\d\d-\d\d-\d\dT18:00/,
			/who, (?:which )?alert/,
			/write its beginning before its end, with a comma/,
		],
	},
	{
		field: 'furtherObservers',
		entered: 'Zurich: node.example.com:9650/ext/info',
		meant: 'Zurich = https://node.example.com:9650',
		says: [/Further Observers/, /line 1/, /name.*= .*URL/, /https?:\/\//],
	},
	{
		field: 'belowByToken',
		entered: 'USDC: 1.000,00\nPayroll, AVAX = 20',
		meant: '1000 USDC, and 20 AVAX of Payroll',
		says: [/Below by Token/, /line 1/, /contract/, /symbol/, /=/, /1000/],
	},
	{ field: 'minimumAmount', entered: null, meant: 'no minimum', takes: '/transactions' },
	{
		field: 'streamToken',
		entered: usdc.slice(0, -1),
		meant: 'USDC, without its last digit',
		says: [/Token Contract/, /1 digit too short/, /copy/],
	},
	{
		field: 'quietFrom',
		entered: '10pm',
		meant: '22:00',
		says: [/Quiet From/, /22:00/],
		never: /10:00/,
	},
	{
		field: 'silencesUrl',
		entered: 'localhost:5678/webhook/silences',
		meant: 'http://localhost:5678/webhook/silences',
		takes: '/ext/bc/P',
	},
	{ field: 'below', entered: '10 AVAX', meant: '10', says: [/Below/, /number alone/] },
	{
		// The standard says of this event what is indexed, so its logs are read.
		field: 'contractEvents',
		entered: 'Transfer(address,address,uint256)',
		meant: 'transfers of tokens',
		takes: '/ext/bc/C/rpc',
	},
	{
		field: 'minimumVersion',
		entered: 'avalanchego/v1.15',
		meant: '1.15.0',
		says: [/Minimum Version/, /1\.15\.0/],
	},
	{
		field: 'streamAmount',
		entered: '100k',
		meant: '100000',
		says: [/Minimum Amount/, /100000/],
	},
];
