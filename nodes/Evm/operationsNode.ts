/** What only the owner of a node calls: its debugger, its keystore; and any method by its name. */
import { choice, flag, freeText, integer, optional, text, type Field } from '../shared/fields';
import { positionalParams, type Operation, type Resource } from '../shared/operations';
import {
	account,
	block,
	blockHash,
	blockNumber,
	bytes,
	contract,
	json,
	nodeFile,
	password,
	plainNumber,
	secret,
	standardTraceConfig,
	toTraceConfig,
	traceCallConfig,
	traceConfig,
	transaction,
	transactionHash,
} from './fields';
import { readable, readAccounts } from './readable';
import { offByDefault } from './apis';
import {
	act,
	beforeHelicon,
	done,
	list,
	named,
	offSinceHelicon,
	read,
	trace,
	type Newer,
} from './rows';

/** Rows that are off by default, and what there is instead where newer nodes serve them no more; a row may say more. */
const offUnless =
	(newer: Newer) =>
	(row: Operation): Operation =>
		offByDefault({ ...newer, ...row });

const nothingElse = 'there is no replacement';
const optIn = offUnless(offSinceHelicon(nothingElse));
const gone = offUnless(beforeHelicon(nothingElse));
const personal = offUnless(beforeHelicon('sign outside the node and use Transaction > Send Raw'));

/** The node has profiles of its own, of the same process. */
const startProfiler = 'Avalanche Admin: Profile > Start CPU Profiler';
const useLockProfile = offSinceHelicon(
	'use Avalanche Admin: Profile > Write Lock Profile, some time after Start CPU Profiler',
);
const inMetrics = offSinceHelicon("similar figures are in the node's /ext/metrics");

const preimages = 'Needs the chain setting preimages-enabled';

/** The fields in their order, and after them the config of the trace. */
const configured = (
	fields: Field[],
	config: Field[],
): Pick<Operation, 'params' | 'toParams' | 'unfiltered'> => ({
	params: [...fields, ...config],
	unfiltered: true,
	toParams: (values) =>
		positionalParams([...fields, { name: 'config' }], {
			...values,
			config: toTraceConfig(config, values),
		}),
});

const tracer = (row: Operation): Operation => offByDefault(trace(row));
const blockTrace = list('result');

const file = nodeFile('file', 'File', 'File to write');
const seconds = integer(
	{
		displayName: 'Seconds',
		name: 'seconds',
		default: 10,
		description:
			'How long to record. The answer comes at the end, so set a longer Timeout in the options.',
	},
	1,
	3600,
);
const rate = (description: string) =>
	integer({ displayName: 'Rate', name: 'rate', default: 1, description }, 0);
const most = (description: string) =>
	integer({ displayName: 'Max Results', name: 'maxResults', default: 100, description }, 1);

const forSeconds: Pick<Operation, 'params'> = { params: [file, seconds] };

/** Rows that make the node write a profile or a trace of itself into a file on its disk. */
const writeFile = (
	name: string,
	action: string,
	what: string,
	wire: string,
	more: Pick<Operation, 'params'> & Newer = {},
): Operation =>
	optIn(
		act({
			name,
			action,
			description: `${what} to a file on the node`,
			wire,
			params: [file],
			...done,
			...more,
		}),
	);

export const debugOperations: Resource = {
	name: 'Debug',
	operations: {
		traceTransaction: tracer({
			name: 'Trace Transaction',
			action: 'Trace transaction',
			description: 'Re-execute a transaction and record what it did',
			wire: 'debug_traceTransaction',
			...configured([transactionHash], traceConfig),
		}),
		traceCall: tracer({
			name: 'Trace Call',
			action: 'Trace call',
			description: 'Run a call on top of a block and record what it does',
			wire: 'debug_traceCall',
			...configured([transaction, block()], traceCallConfig),
		}),
		traceBlockByNumber: tracer({
			name: 'Trace Block by Number',
			action: 'Trace block by number',
			description: "Re-execute a block's transactions and record what each did",
			wire: 'debug_traceBlockByNumber',
			...configured([blockNumber()], traceConfig),
			...blockTrace,
		}),
		traceBlockByHash: tracer({
			name: 'Trace Block by Hash',
			action: 'Trace block by hash',
			description: "Re-execute a block's transactions and record what each did",
			wire: 'debug_traceBlockByHash',
			...configured([blockHash], traceConfig),
			...blockTrace,
		}),
		traceBlock: tracer({
			name: 'Trace Raw Block',
			action: 'Trace raw block',
			description: 'Execute the transactions of a raw block and record what each does',
			wire: 'debug_traceBlock',
			...configured(
				[
					bytes({
						displayName: 'Raw Block',
						name: 'rawBlock',
						description: 'Block in RLP encoding, as returned by Get Raw Block',
					}),
				],
				traceConfig,
			),
			...blockTrace,
		}),
		traceBadBlock: tracer({
			name: 'Trace Bad Block',
			action: 'Trace bad block',
			description:
				'Re-execute a block that the node found invalid, and record what each transaction did',
			wire: 'debug_traceBadBlock',
			...configured([blockHash], traceConfig),
			...blockTrace,
		}),
		getIntermediateRoots: tracer({
			name: 'Get Many Intermediate Roots',
			action: 'Get many intermediate state roots of block',
			description: "Get the state root after each of a block's transactions",
			wire: 'debug_intermediateRoots',
			...configured([blockHash], traceConfig),
			...list('root'),
		}),
		traceBlockFromFile: offByDefault(
			trace({
				name: 'Trace Block From File',
				action: 'Trace block from file on node',
				description:
					"Execute the transactions of an RLP-encoded block in a file on the node's disk",
				wire: 'debug_traceBlockFromFile',
				...configured(
					[nodeFile('file', 'File', 'File with the block in RLP encoding')],
					traceConfig,
				),
				...blockTrace,
			}),
		),
		traceBlockToFile: offByDefault(
			act({
				name: 'Trace Block to File',
				action: 'Trace block to files on node',
				description:
					"Write the steps of a block's transactions to files on the node; returns the file names",
				wire: 'debug_standardTraceBlockToFile',
				...configured([blockHash], standardTraceConfig),
				...list('file'),
			}),
		),
		traceBadBlockToFile: offByDefault(
			act({
				name: 'Trace Bad Block to File',
				action: 'Trace bad block to files on node',
				description:
					'Write the steps of an invalid block to files on the node; returns the file names',
				wire: 'debug_standardTraceBadBlockToFile',
				...configured([blockHash], standardTraceConfig),
				...list('file'),
			}),
		),
		getRawHeader: optIn(
			read({
				name: 'Get Raw Header',
				action: 'Get raw block header',
				description: 'Get a block header in RLP encoding',
				wire: 'debug_getRawHeader',
				params: [block()],
				...named('rawHeader'),
				...offSinceHelicon('use Block > Get Header by Number, which returns fields'),
			}),
		),
		getRawBlock: optIn(
			read({
				name: 'Get Raw Block',
				action: 'Get raw block',
				description: 'Get a block in RLP encoding',
				wire: 'debug_getRawBlock',
				params: [block()],
				...named('rawBlock'),
				...offSinceHelicon('use Block > Get by Number, which returns fields'),
			}),
		),
		getRawReceipts: optIn(
			read({
				name: 'Get Many Raw Receipts',
				action: 'Get many raw receipts of block',
				description: "Get a block's receipts as bytes",
				wire: 'debug_getRawReceipts',
				params: [block()],
				...list('rawReceipt'),
				...offSinceHelicon('use Block > Get Many Receipts, which returns fields'),
			}),
		),
		getRawTransaction: optIn(
			read({
				name: 'Get Raw Transaction',
				action: 'Get raw transaction from debugger',
				description: "Get a transaction's signed bytes, like Transaction > Get Raw",
				wire: 'debug_getRawTransaction',
				params: [transactionHash],
				...named('rawTransaction'),
				...offSinceHelicon('use Transaction > Get Raw'),
			}),
		),
		printBlock: optIn(
			read({
				name: 'Print Block',
				action: 'Print block as text',
				description: 'Get a block as the node prints it',
				wire: 'debug_printBlock',
				params: [plainNumber('block', 'Block', 'Number of the block')],
				...named('text'),
				...offSinceHelicon('use Block > Get by Number'),
			}),
		),
		dumpBlock: gone(
			trace({
				name: 'Dump Accounts of Block',
				action: 'Dump all accounts of block',
				description: 'Get all accounts after a block, in wei; needs preimages-enabled',
				notPublic: `${preimages}, or the list is empty`,
				wire: 'debug_dumpBlock',
				params: [blockNumber()],
				simplify: readAccounts,
			}),
		),
		getAccountRange: gone(
			trace({
				name: 'Get Account Range',
				action: 'Get account range of block',
				description: 'Get accounts after a block by key; needs preimages-enabled',
				notPublic: `${preimages}, or Include Incomplete`,
				wire: 'debug_accountRange',
				params: [
					block(),
					bytes({
						displayName: 'Start',
						name: 'start',
						default: '0x',
						description:
							'Hashed address to start from: 0x for the first page, then the field next of the previous answer, converted from base64 to hexadecimal',
					}),
					most('Maximum number of accounts to return; the node returns no more than 256'),
					flag({
						displayName: 'Exclude Code',
						name: 'noCode',
						default: true,
						description: 'Whether to leave out contract code',
					}),
					flag({
						displayName: 'Exclude Storage',
						name: 'noStorage',
						default: true,
						description: 'Whether to leave out contract storage',
					}),
					flag({
						displayName: 'Include Incomplete',
						name: 'incompletes',
						description: 'Whether to include accounts whose addresses the node does not know',
					}),
				],
				simplify: readAccounts,
			}),
		),
		getStorageRange: gone(
			trace({
				name: 'Get Storage Range',
				action: 'Get storage range of contract',
				description: "Get a contract's storage within a block, from a given slot on",
				wire: 'debug_storageRangeAt',
				params: [
					block(),
					plainNumber(
						'index',
						'Transaction Index',
						'Position of a transaction in the block, starting at 0; storage is read before this transaction',
					),
					contract,
					bytes({
						displayName: 'Start',
						name: 'start',
						default: '0x',
						description:
							'Hashed slot to start from: 0x for the first page, then the field nextKey of the previous answer',
					}),
					most('Maximum number of slots to return'),
				],
				// what stands in a slot may be a number, an amount, text or anything else
				simplify: undefined,
				...beforeHelicon('use Contract > Get Storage for each slot'),
			}),
		),
		getModifiedByNumber: gone(
			trace({
				name: 'Get Many Modified Accounts by Number',
				action: 'Get many modified accounts by block number',
				description: 'Get accounts changed by blocks; needs preimages-enabled',
				notPublic: preimages,
				wire: 'debug_getModifiedAccountsByNumber',
				params: [
					plainNumber(
						'start',
						'Start Block',
						'Number of the block or, with an End Block, of the block before the range',
					),
					optional(plainNumber('end', 'End Block', 'Number of the last block in the range')),
				],
				unfiltered: true,
				...list('address'),
				...beforeHelicon('use Debug > Trace Block by Number with prestateTracer in diffMode'),
			}),
		),
		getModifiedByHash: gone(
			trace({
				name: 'Get Many Modified Accounts by Hash',
				action: 'Get many modified accounts by block hash',
				description: 'Get accounts changed by blocks; needs preimages-enabled',
				notPublic: preimages,
				wire: 'debug_getModifiedAccountsByHash',
				params: [
					{
						...blockHash,
						name: 'start',
						displayName: 'Start Block Hash',
						description:
							'Hash of the block or, with an End Block Hash, of the block before the range',
					},
					optional({
						...blockHash,
						name: 'end',
						displayName: 'End Block Hash',
						description: 'Hash of the last block in the range',
					}),
				],
				unfiltered: true,
				...list('address'),
				...beforeHelicon('use Debug > Trace Block by Hash with prestateTracer in diffMode'),
			}),
		),
		getAccessibleState: gone(
			trace({
				name: 'Get Accessible State',
				action: 'Get first block with accessible state',
				description: 'Get the first block in a range whose state the node still holds',
				wire: 'debug_getAccessibleState',
				params: [
					blockNumber({ name: 'from', displayName: 'From Block', default: 'earliest' }),
					blockNumber({ name: 'to', displayName: 'To Block' }),
				],
				...named('blockNumber'),
			}),
		),
		getPreimage: gone(
			read({
				name: 'Get Preimage',
				action: 'Get preimage of hash',
				description: 'Get the bytes behind a hash; needs preimages-enabled',
				notPublic: `${preimages}, and finds only bytes that the node kept`,
				wire: 'debug_preimage',
				params: [
					{ ...blockHash, name: 'hash', displayName: 'Hash', description: 'Keccak-256 hash' },
				],
				...named('preimage'),
			}),
		),
		getBadBlocks: gone(
			read({
				name: 'Get Many Bad Blocks',
				action: 'Get many bad blocks from debugger',
				description: 'Get recent invalid blocks, like Block > Get Many Bad',
				wire: 'debug_getBadBlocks',
				output: { kind: 'list' },
				simplify: readable('rlp'),
			}),
		),
		setVerbosity: optIn(
			act({
				name: 'Set Log Verbosity',
				action: 'Set log verbosity of chain',
				description: 'Set how much the chain writes to its log',
				wire: 'debug_verbosity',
				params: [
					choice(
						{
							displayName: 'Level',
							name: 'level',
							default: 3,
							description: 'Which messages to log',
						},
						[
							{ name: 'Critical', value: 0, description: 'Critical alone' },
							{ name: 'Debug', value: 4, description: 'Critical, Error, Warning, Info and Debug' },
							{ name: 'Error', value: 1, description: 'Critical and Error' },
							{ name: 'Info', value: 3, description: 'Critical, Error, Warning and Info' },
							{ name: 'Trace', value: 5, description: 'Everything' },
							{ name: 'Warning', value: 2, description: 'Critical, Error and Warning' },
						],
					),
				],
				...done,
				...offSinceHelicon('use Avalanche Admin: Logger > Set Level'),
			}),
		),
		setVmodule: optIn(
			act({
				name: 'Set Log Pattern',
				action: 'Set log verbosity by source file',
				description: 'Set how much each source file or folder writes to the log',
				wire: 'debug_vmodule',
				params: [
					freeText({
						displayName: 'Pattern',
						name: 'pattern',
						placeholder: 'e.g. eth/*=5,p2p=4',
						description: 'File patterns, each with a level from 0 to 5',
					}),
				],
				...done,
			}),
		),
		getMemoryStats: optIn(
			read({
				name: 'Get Memory Stats',
				action: 'Get memory statistics of node process',
				description: "Get the node process's Go memory statistics, in bytes",
				wire: 'debug_memStats',
				exact: ['LastGC', 'PauseEnd', 'PauseTotalNs', 'TotalAlloc', 'Mallocs', 'Frees'],
				...inMetrics,
			}),
		),
		getGcStats: optIn(
			read({
				name: 'Get GC Stats',
				action: 'Get garbage collection statistics of node process',
				description: 'Get Go garbage collection statistics; durations in nanoseconds',
				wire: 'debug_gcStats',
				...inMetrics,
			}),
		),
		getStacks: optIn(
			read({
				name: 'Get Stacks',
				action: 'Get stacks of node process',
				description: 'Get the stack of every goroutine in the node, as text',
				wire: 'debug_stacks',
				params: [
					optional(
						freeText({
							displayName: 'Filter',
							name: 'filter',
							placeholder: 'e.g. eth && !p2p',
							description:
								'Only return stacks that contain these words; combine words with &&, || and !',
						}),
					),
				],
				...named('stacks'),
			}),
		),
		recordCpuProfile: writeFile(
			'Record CPU Profile',
			'Record CPU profile for some seconds',
			'Record CPU use for some seconds',
			'debug_cpuProfile',
			{ ...forSeconds, ...offSinceHelicon(`use ${startProfiler}, then stop it`) },
		),
		startCpuProfile: writeFile(
			'Start CPU Profile',
			'Start CPU profile',
			'Start recording CPU use',
			'debug_startCPUProfile',
			offSinceHelicon(`use ${startProfiler}`),
		),
		stopCpuProfile: optIn(
			act({
				name: 'Stop CPU Profile',
				action: 'Stop CPU profile',
				description: 'Stop the profile that Start CPU Profile started',
				wire: 'debug_stopCPUProfile',
				...done,
				...offSinceHelicon('use Avalanche Admin: Profile > Stop CPU Profiler'),
			}),
		),
		recordGoTrace: writeFile(
			'Record Go Trace',
			'Record Go trace for some seconds',
			'Record Go scheduler activity for some seconds',
			'debug_goTrace',
			forSeconds,
		),
		startGoTrace: writeFile(
			'Start Go Trace',
			'Start Go trace',
			'Start recording Go scheduler activity',
			'debug_startGoTrace',
		),
		stopGoTrace: optIn(
			act({
				name: 'Stop Go Trace',
				action: 'Stop Go trace',
				description: 'Stop the trace that Start Go Trace started',
				wire: 'debug_stopGoTrace',
				...done,
			}),
		),
		recordBlockProfile: writeFile(
			'Record Block Profile',
			'Record block profile for some seconds',
			'Record goroutine wait times for some seconds',
			'debug_blockProfile',
			forSeconds,
		),
		setBlockProfileRate: optIn(
			act({
				name: 'Set Block Profile Rate',
				action: 'Set block profile rate',
				description: 'Set how much goroutine waiting the node records',
				wire: 'debug_setBlockProfileRate',
				params: [
					rate(
						'Nanoseconds of waiting per record in Write Block Profile: 1 records all, 0 records none',
					),
				],
				...done,
			}),
		),
		writeBlockProfile: writeFile(
			'Write Block Profile',
			'Write block profile',
			'Write the recorded goroutine wait times',
			'debug_writeBlockProfile',
		),
		recordMutexProfile: writeFile(
			'Record Mutex Profile',
			'Record mutex profile for some seconds',
			'Record lock contention for some seconds',
			'debug_mutexProfile',
			{ ...forSeconds, ...useLockProfile },
		),
		setMutexProfileFraction: optIn(
			act({
				name: 'Set Mutex Profile Fraction',
				action: 'Set mutex profile fraction',
				description: 'Set how much lock contention the node records',
				wire: 'debug_setMutexProfileFraction',
				params: [
					rate(
						'Write Mutex Profile gets one in this many contentions: 1 records all, 0 records none',
					),
				],
				...done,
				...offSinceHelicon(`use ${startProfiler}, which records all contention`),
			}),
		),
		writeMutexProfile: writeFile(
			'Write Mutex Profile',
			'Write mutex profile',
			'Write the recorded lock contention',
			'debug_writeMutexProfile',
			useLockProfile,
		),
		writeMemoryProfile: writeFile(
			'Write Memory Profile',
			'Write memory profile',
			'Write memory use by function',
			'debug_writeMemProfile',
			offSinceHelicon('use Avalanche Admin: Profile > Write Memory Profile'),
		),
		freeMemory: optIn(
			act({
				name: 'Free Memory',
				action: 'Return free memory to operating system',
				description: 'Collect garbage and return free memory to the system',
				wire: 'debug_freeOSMemory',
				...done,
			}),
		),
		setGcPercent: optIn(
			act({
				name: 'Set GC Percent',
				action: 'Set garbage collection percentage',
				description: 'Set memory growth before garbage collection; returns the old value',
				wire: 'debug_setGCPercent',
				params: [
					integer(
						{
							displayName: 'Percent',
							name: 'percent',
							default: 100,
							description: 'Growth in percent; -1 turns garbage collection off',
						},
						-1,
						100_000,
					),
				],
				...named('formerPercent'),
			}),
		),
	},
};

const isKey = (value: string): boolean => /^(0x)?[0-9a-fA-F]{64}$/.test(value);

const enteredKey = secret(
	{
		displayName: 'Private Key',
		name: 'privateKey',
		placeholder: `e.g. ${'0123456789abcdef'.repeat(4)}`,
		description: 'Private key: 32 bytes in hexadecimal',
	},
	'a private key of 64 hexadecimal digits',
	isKey,
);

/** The node takes the key without its prefix only, and writes keys in small letters. */
const rawKey: Field = {
	...enteredKey,
	encode: (value, context) =>
		String(enteredKey.encode(value, context)).replace(/^0x/, '').toLowerCase(),
};

const walletUrl = text(
	{
		displayName: 'Wallet URL',
		name: 'url',
		placeholder: 'e.g. keystore:///path/to/key',
		description: 'URL of the wallet, as listed by Get Many Wallets',
	},
	'a wallet URL such as keystore:///path',
	(url) => /^[a-z]+:\/\/\S*$/.test(url),
);

const data = bytes({ displayName: 'Data', name: 'data', description: 'The bytes that are signed' });

export const personalOperations: Resource = {
	name: 'Personal',
	operations: {
		listAccounts: personal(
			act({
				name: 'Get Many Accounts',
				action: 'Get many accounts in personal keystore',
				description: "Get the addresses in the node's keystore",
				wire: 'personal_listAccounts',
				...list('address'),
			}),
		),
		listWallets: personal(
			act({
				name: 'Get Many Wallets',
				action: 'Get many wallets in personal keystore',
				description: "Get the node's wallets, their accounts and whether they are open",
				wire: 'personal_listWallets',
				...list('url'),
			}),
		),
		newAccount: personal(
			act({
				name: 'Create Account',
				action: 'Create account in personal keystore',
				description: 'Create a key on the node, encrypted with a password',
				wire: 'personal_newAccount',
				params: [password],
				...named('address'),
			}),
		),
		importRawKey: personal(
			act({
				name: 'Import Raw Key',
				action: 'Import raw key into personal keystore',
				description: 'Store a private key on the node, encrypted with a password',
				wire: 'personal_importRawKey',
				params: [rawKey, password],
				...named('address'),
			}),
		),
		unlockAccount: personal(
			act({
				name: 'Unlock Account',
				action: 'Unlock account in personal keystore',
				description: 'Unlock an account to sign; needs keystore-insecure-unlock-allowed',
				wire: 'personal_unlockAccount',
				params: [
					account,
					password,
					optional(
						integer(
							{
								displayName: 'Duration (Seconds)',
								name: 'duration',
								default: 300,
								description:
									'How long the account stays unlocked; 0 keeps it unlocked until the node stops',
							},
							0,
						),
					),
				],
				...named('unlocked'),
			}),
		),
		lockAccount: personal(
			act({
				name: 'Lock Account',
				action: 'Lock account in personal keystore',
				description: 'Lock an account so that the node can no longer sign with it',
				wire: 'personal_lockAccount',
				params: [account],
				...named('locked'),
			}),
		),
		sendTransaction: personal(
			act({
				name: 'Send Transaction',
				action: 'Send transaction from personal keystore',
				description: "Sign a transaction with one of the node's accounts and send it",
				wire: 'personal_sendTransaction',
				params: [transaction, password],
				...named('transactionHash'),
			}),
		),
		signTransaction: personal(
			act({
				name: 'Sign Transaction',
				action: 'Sign transaction with personal keystore',
				description: "Sign with one of the node's accounts; needs gas, fees and nonce",
				wire: 'personal_signTransaction',
				params: [transaction, password],
				simplify: readable(),
			}),
		),
		sign: personal(
			act({
				name: 'Sign Data',
				action: 'Sign data with personal keystore',
				description: "Sign data with one of the node's accounts",
				wire: 'personal_sign',
				params: [data, account, password],
				...named('signature'),
				...beforeHelicon('keep keys outside the node and sign there'),
			}),
		),
		recover: personal(
			act({
				name: 'Recover Address',
				action: 'Recover address from signature',
				description: 'Get the address whose key signed data with Sign Data',
				wire: 'personal_ecRecover',
				params: [
					data,
					bytes({
						displayName: 'Signature',
						name: 'signature',
						description: 'The signature: 65 bytes in hexadecimal',
					}),
				],
				...named('address'),
				...beforeHelicon('recover the address with an Ethereum signature library'),
			}),
		),
		openWallet: personal(
			act({
				name: 'Open Wallet',
				action: 'Open hardware wallet on node',
				description: 'Open a hardware wallet connected to the node',
				wire: 'personal_openWallet',
				params: [
					walletUrl,
					optional(
						secret({
							displayName: 'Passphrase',
							name: 'passphrase',
							description: 'Passphrase or PIN of the wallet',
						}),
					),
				],
				...done,
			}),
		),
		deriveAccount: personal(
			act({
				name: 'Derive Account',
				action: 'Derive account of hardware wallet',
				description: 'Derive an account of a hardware wallet connected to the node',
				wire: 'personal_deriveAccount',
				params: [
					walletUrl,
					text(
						{
							displayName: 'Derivation Path',
							name: 'path',
							default: "m/44'/60'/0'/0/0",
							description: 'Path of the account in the wallet',
						},
						"a derivation path such as m/44'/60'/0'/0/0",
						(path) => /^(m\/)?\d+'?(\/\d+'?)*$/.test(path),
					),
					optional(
						flag({
							displayName: 'Pin',
							name: 'pin',
							description: 'Whether to keep tracking the account on the node',
						}),
					),
				],
			}),
		),
		initializeWallet: personal(
			act({
				name: 'Initialize Wallet',
				action: 'Initialize smart card wallet',
				description: 'Create a seed on a smart card wallet; returns the seed words',
				wire: 'personal_initializeWallet',
				params: [walletUrl],
				...named('words'),
			}),
		),
		unpair: personal(
			act({
				name: 'Unpair Wallet',
				action: 'Unpair smart card wallet',
				description: 'Unpair a smart card wallet from the node',
				wire: 'personal_unpair',
				params: [
					walletUrl,
					secret({ displayName: 'PIN', name: 'pin', description: 'PIN of the pairing' }),
				],
				...done,
			}),
		),
	},
};

const ofWarp =
	'Warp methods need "warp-api-enabled": true in the chain config. They were removed for the C-Chain in avalanchego 1.15 (Helicon); use a signature aggregator.';

/** For methods that have no row: those of warp_, of other chains, of nodes to come. */
export const methodOperations: Resource = {
	name: 'Any Method',
	operations: {
		call: act({
			name: 'Call Any Method',
			action: 'Call any JSON RPC method',
			description:
				"Call any of the chain's methods by name, with JSON parameters; never retried, not batched",
			wire: '{method}',
			params: [
				text(
					{
						displayName: 'Method',
						name: 'method',
						placeholder: 'e.g. eth_getBlockByNumber',
						description: 'Name of the JSON-RPC method',
					},
					'the name of a method such as eth_getBlockByNumber',
					(name) => /^[A-Za-z]\w*([._]\w+)+$/.test(name),
				),
				optional(
					json(
						{
							displayName: 'Parameters',
							name: 'parameters',
							default: '[]',
							placeholder: 'e.g. ["latest", false]',
							description:
								'Parameters in order, as a JSON list. Integers beyond 2^53 are sent as text. Enter no passwords or keys: n8n stores the parameters with the workflow and executions.',
						},
						'a JSON list',
						Array.isArray,
					),
				),
			],
			toParams: ({ parameters = [] }) => parameters as unknown[],
			explain: ({ kind }, { method }) =>
				kind === 'method-unknown' && /^warp_/.test(String(method)) ? ofWarp : undefined,
		}),
	},
};
