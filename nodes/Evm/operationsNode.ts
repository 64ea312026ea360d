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
import { act, beforeHelicon, done, list, named, offSinceHelicon, read, trace } from './rows';

/** Rows that are off by default, and what there is instead where newer nodes serve them no more; a row may say more. */
const offUnless =
	(newer: Pick<Operation, 'removed'>) =>
	(row: Operation): Operation =>
		offByDefault({ ...newer, ...row });

const nothingElse = 'there is nothing in its place';
const optIn = offUnless(offSinceHelicon(nothingElse));
const gone = offUnless(beforeHelicon(nothingElse));
const personal = offUnless(
	beforeHelicon('keep keys outside the node, and send what is signed with Send Raw of Transaction'),
);

/** The node has profiles of its own, of the same process. */
const startProfiler = 'Start CPU Profiler of Profile in Avalanche Admin';
const useLockProfile = offSinceHelicon(
	'use Write Lock Profile of Profile in Avalanche Admin, some time after Start CPU Profiler',
);
const inMetrics = offSinceHelicon('the metrics at /ext/metrics of the node tell the like');

const preimages = 'Needs the setting preimages-enabled of the chain';

/** The fields in their order, and after them the config of the trace. */
const configured = (
	fields: Field[],
	config: Field[],
): Pick<Operation, 'params' | 'toParams' | 'unfiltered'> => ({
	params: [...fields, ...config],
	unfiltered: true,
	toParams: (values) =>
		positionalParams([...fields, { name: 'config' }], { ...values, config: toTraceConfig(config, values) }),
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
			'How long to record; the call answers at the end, so the time limit in the options must be longer',
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
	more: Pick<Operation, 'params' | 'removed'> = {},
): Operation =>
	optIn(
		act({
			name,
			action,
			description: `Writes ${what} into a file on the disk of the node`,
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
			description: 'Executes a transaction again and records what it did',
			wire: 'debug_traceTransaction',
			...configured([transactionHash], traceConfig),
		}),
		traceCall: tracer({
			name: 'Trace Call',
			action: 'Trace call',
			description: 'Executes a call on top of a block and records what it does',
			wire: 'debug_traceCall',
			...configured([transaction, block()], traceCallConfig),
		}),
		traceBlockByNumber: tracer({
			name: 'Trace Block by Number',
			action: 'Trace block by number',
			description: 'Executes the transactions of a block again and records what each did',
			wire: 'debug_traceBlockByNumber',
			...configured([blockNumber()], traceConfig),
			...blockTrace,
		}),
		traceBlockByHash: tracer({
			name: 'Trace Block by Hash',
			action: 'Trace block by hash',
			description: 'Executes the transactions of a block again and records what each did',
			wire: 'debug_traceBlockByHash',
			...configured([blockHash], traceConfig),
			...blockTrace,
		}),
		traceBlock: tracer({
			name: 'Trace Raw Block',
			action: 'Trace raw block',
			description: 'Executes the transactions of a block that is given as bytes and records what each does',
			wire: 'debug_traceBlock',
			...configured(
				[
					bytes({
						displayName: 'Raw Block',
						name: 'rawBlock',
						description: 'The block in RLP, as Get Raw Block gives it',
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
				'Executes the transactions of a block that the node found invalid and records what each did',
			wire: 'debug_traceBadBlock',
			...configured([blockHash], traceConfig),
			...blockTrace,
		}),
		getIntermediateRoots: tracer({
			name: 'Get Many Intermediate Roots',
			action: 'Get many intermediate state roots of a block',
			description: 'The root of the state after each transaction of a block',
			wire: 'debug_intermediateRoots',
			...configured([blockHash], traceConfig),
			...list('root'),
		}),
		traceBlockFromFile: offByDefault(
			trace({
				name: 'Trace Block From File',
				action: 'Trace block from a file of the node',
				description:
					'Executes the transactions of a block that stands in RLP in a file on the disk of the node',
				wire: 'debug_traceBlockFromFile',
				...configured([nodeFile('file', 'File', 'File with the block')], traceConfig),
				...blockTrace,
			}),
		),
		traceBlockToFile: offByDefault(
			act({
				name: 'Trace Block to File',
				action: 'Trace block to files of the node',
				description:
					'Records the steps of the transactions of a block in files on the disk of the node, and names them',
				wire: 'debug_standardTraceBlockToFile',
				...configured([blockHash], standardTraceConfig),
				...list('file'),
			}),
		),
		traceBadBlockToFile: offByDefault(
			act({
				name: 'Trace Bad Block to File',
				action: 'Trace bad block to files of the node',
				description:
					'Records the steps of a block that the node found invalid in files on the disk of the node, and names them',
				wire: 'debug_standardTraceBadBlockToFile',
				...configured([blockHash], standardTraceConfig),
				...list('file'),
			}),
		),
		getRawHeader: optIn(
			read({
				name: 'Get Raw Header',
				action: 'Get raw header of a block',
				description: 'The header of a block in RLP',
				wire: 'debug_getRawHeader',
				params: [block()],
				...named('rawHeader'),
				...offSinceHelicon('use Get Header by Number of Block, which gives fields in place of bytes'),
			}),
		),
		getRawBlock: optIn(
			read({
				name: 'Get Raw Block',
				action: 'Get raw block',
				description: 'A block in RLP',
				wire: 'debug_getRawBlock',
				params: [block()],
				...named('rawBlock'),
				...offSinceHelicon('use Get by Number of Block, which gives fields in place of bytes'),
			}),
		),
		getRawReceipts: optIn(
			read({
				name: 'Get Many Raw Receipts',
				action: 'Get many raw receipts of a block',
				description: 'The receipts of a block as bytes',
				wire: 'debug_getRawReceipts',
				params: [block()],
				...list('rawReceipt'),
				...offSinceHelicon('use Get Many Receipts of Block, which gives fields in place of bytes'),
			}),
		),
		getRawTransaction: optIn(
			read({
				name: 'Get Raw Transaction',
				action: 'Get raw transaction from the debugger',
				description: 'The signed bytes of a transaction; Get Raw of Transaction gives the same',
				wire: 'debug_getRawTransaction',
				params: [transactionHash],
				...named('rawTransaction'),
				...offSinceHelicon('use Get Raw of Transaction'),
			}),
		),
		printBlock: optIn(
			read({
				name: 'Print Block',
				action: 'Print block as text',
				description: 'A block as the node prints it',
				wire: 'debug_printBlock',
				params: [plainNumber('block', 'Block', 'Number of the block')],
				...named('text'),
				...offSinceHelicon('use Get by Number of Block'),
			}),
		),
		dumpBlock: gone(
			trace({
				name: 'Dump Accounts of Block',
				action: 'Dump all accounts of a block',
				description: `All accounts at the end of a block, their balances in wei and, with Simplify, in whole tokens. ${preimages}, or the list is empty`,
				wire: 'debug_dumpBlock',
				params: [blockNumber()],
				simplify: readAccounts,
			}),
		),
		getAccountRange: gone(
			trace({
				name: 'Get Account Range',
				action: 'Get range of accounts of a block',
				description: `Accounts at the end of a block, from a place on. ${preimages}, or incomplete ones must be included`,
				wire: 'debug_accountRange',
				params: [
					block(),
					bytes({
						displayName: 'Start',
						name: 'start',
						default: '0x',
						description:
							'Hashed address to begin with: 0x for the first, or the field next of an earlier answer, which is in base64 and must be written in hexadecimal',
					}),
					most('How many accounts to return; the node gives at most 256'),
					flag({
						displayName: 'No Code',
						name: 'noCode',
						default: true,
						description: 'Whether to leave out the code of contracts',
					}),
					flag({
						displayName: 'No Storage',
						name: 'noStorage',
						default: true,
						description: 'Whether to leave out the storage of contracts',
					}),
					flag({
						displayName: 'Include Incomplete',
						name: 'incompletes',
						description: 'Whether to include accounts whose address the node does not know',
					}),
				],
				simplify: readAccounts,
			}),
		),
		getStorageRange: gone(
			trace({
				name: 'Get Storage Range',
				action: 'Get range of storage of a contract',
				description: 'The storage of a contract within a block, from a slot on',
				wire: 'debug_storageRangeAt',
				params: [
					block(),
					plainNumber(
						'index',
						'Transaction Index',
						'Place in the block of the transaction before which the storage is read, from 0',
					),
					contract,
					bytes({
						displayName: 'Start',
						name: 'start',
						default: '0x',
						description:
							'Hashed slot to begin with: 0x for the first, or the field nextKey of an earlier answer',
					}),
					most('How many slots to return'),
				],
				// what stands in a slot may be a number, an amount, text or anything else
				simplify: undefined,
				...beforeHelicon('use Get Storage of Contract, slot by slot'),
			}),
		),
		getModifiedByNumber: gone(
			trace({
				name: 'Get Many Modified Accounts by Number',
				action: 'Get many modified accounts by block number',
				description: `The accounts that a block or a range of blocks changed. ${preimages}`,
				wire: 'debug_getModifiedAccountsByNumber',
				params: [
					plainNumber(
						'start',
						'Start Block',
						'Number of the block; of the one before the range where an end is set',
					),
					optional(plainNumber('end', 'End Block', 'Number of the last block of the range')),
				],
				unfiltered: true,
				...list('address'),
				...beforeHelicon('use Trace Block by Number of Debug with prestateTracer in diffMode'),
			}),
		),
		getModifiedByHash: gone(
			trace({
				name: 'Get Many Modified Accounts by Hash',
				action: 'Get many modified accounts by block hash',
				description: `The accounts that a block or a range of blocks changed. ${preimages}`,
				wire: 'debug_getModifiedAccountsByHash',
				params: [
					{
						...blockHash,
						name: 'start',
						displayName: 'Start Block Hash',
						description: 'Hash of the block; of the one before the range where an end is set',
					},
					optional({
						...blockHash,
						name: 'end',
						displayName: 'End Block Hash',
						description: 'Hash of the last block of the range',
					}),
				],
				unfiltered: true,
				...list('address'),
				...beforeHelicon('use Trace Block by Hash of Debug with prestateTracer in diffMode'),
			}),
		),
		getAccessibleState: gone(
			trace({
				name: 'Get Accessible State',
				action: 'Get first block with accessible state',
				description: 'The first block of a range whose state the node still holds',
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
				action: 'Get preimage of a hash',
				description: `The bytes that a hash was made of, where the node has kept them. ${preimages}`,
				wire: 'debug_preimage',
				params: [{ ...blockHash, name: 'hash', displayName: 'Hash', description: 'The Keccak-256 hash' }],
				...named('preimage'),
			}),
		),
		getBadBlocks: gone(
			read({
				name: 'Get Many Bad Blocks',
				action: 'Get many bad blocks from the debugger',
				description:
					'The last blocks that the node saw and found invalid; Get Many Bad of Block gives the same',
				wire: 'debug_getBadBlocks',
				output: { kind: 'list' },
				simplify: readable('rlp'),
			}),
		),
		setVerbosity: optIn(
			act({
				name: 'Set Log Verbosity',
				action: 'Set log verbosity of the chain',
				description: 'Sets how much the chain writes into its log',
				wire: 'debug_verbosity',
				params: [
					choice(
						{
							displayName: 'Level',
							name: 'level',
							default: 3,
							description: 'Which messages are written',
						},
						[
							{ name: 'Critical', value: 0, description: 'Critical alone' },
							{ name: 'Debug', value: 4, description: 'Critical, error, warning, info and debug' },
							{ name: 'Error', value: 1, description: 'Critical and error' },
							{ name: 'Info', value: 3, description: 'Critical, error, warning and info' },
							{ name: 'Trace', value: 5, description: 'Everything' },
							{ name: 'Warning', value: 2, description: 'Critical, error and warning' },
						],
					),
				],
				...done,
				...offSinceHelicon('use Set Level of Logger in Avalanche Admin'),
			}),
		),
		setVmodule: optIn(
			act({
				name: 'Set Log Pattern',
				action: 'Set log verbosity by source file',
				description: 'Sets how much single source files and folders write into the log',
				wire: 'debug_vmodule',
				params: [
					freeText({
						displayName: 'Pattern',
						name: 'pattern',
						placeholder: 'e.g. eth/*=5,p2p=4',
						description: 'Patterns with a level each, from 0 to 5',
					}),
				],
				...done,
			}),
		),
		getMemoryStats: optIn(
			read({
				name: 'Get Memory Stats',
				action: 'Get memory statistics of the node process',
				description: "What Go's runtime tells of the memory of the process, in bytes",
				wire: 'debug_memStats',
				exact: ['LastGC', 'PauseEnd', 'PauseTotalNs', 'TotalAlloc', 'Mallocs', 'Frees'],
				...inMetrics,
			}),
		),
		getGcStats: optIn(
			read({
				name: 'Get GC Stats',
				action: 'Get garbage collection statistics of the node process',
				description: "What Go's runtime tells of its garbage collections; durations in nanoseconds",
				wire: 'debug_gcStats',
				...inMetrics,
			}),
		),
		getStacks: optIn(
			read({
				name: 'Get Stacks',
				action: 'Get stacks of the node process',
				description: 'What every goroutine of the process is doing, as text',
				wire: 'debug_stacks',
				params: [
					optional(
						freeText({
							displayName: 'Filter',
							name: 'filter',
							placeholder: 'e.g. eth && !p2p',
							description: 'Only stacks in which these words stand, combined with &&, || and !',
						}),
					),
				],
				...named('stacks'),
			}),
		),
		recordCpuProfile: writeFile(
			'Record CPU Profile',
			'Record CPU profile for some seconds',
			'where the process spends its time for some seconds',
			'debug_cpuProfile',
			{ ...forSeconds, ...offSinceHelicon(`use ${startProfiler}, and stop it some seconds later`) },
		),
		startCpuProfile: writeFile(
			'Start CPU Profile',
			'Start CPU profile',
			'where the process spends its time, until it is stopped,',
			'debug_startCPUProfile',
			offSinceHelicon(`use ${startProfiler}`),
		),
		stopCpuProfile: optIn(
			act({
				name: 'Stop CPU Profile',
				action: 'Stop CPU profile',
				description: 'Ends the profile that Start CPU Profile began',
				wire: 'debug_stopCPUProfile',
				...done,
				...offSinceHelicon('use Stop CPU Profiler of Profile in Avalanche Admin'),
			}),
		),
		recordGoTrace: writeFile(
			'Record Go Trace',
			'Record Go trace for some seconds',
			"what Go's scheduler does for some seconds",
			'debug_goTrace',
			forSeconds,
		),
		startGoTrace: writeFile(
			'Start Go Trace',
			'Start Go trace',
			"what Go's scheduler does, until it is stopped,",
			'debug_startGoTrace',
		),
		stopGoTrace: optIn(
			act({
				name: 'Stop Go Trace',
				action: 'Stop Go trace',
				description: 'Ends the trace that Start Go Trace began',
				wire: 'debug_stopGoTrace',
				...done,
			}),
		),
		recordBlockProfile: writeFile(
			'Record Block Profile',
			'Record block profile for some seconds',
			'where goroutines wait for some seconds',
			'debug_blockProfile',
			forSeconds,
		),
		setBlockProfileRate: optIn(
			act({
				name: 'Set Block Profile Rate',
				action: 'Set block profile rate',
				description: 'Sets how much of the waiting of goroutines is recorded for Write Block Profile',
				wire: 'debug_setBlockProfileRate',
				params: [rate('One record for each so many nanoseconds of waiting: 1 for all, 0 for none')],
				...done,
			}),
		),
		writeBlockProfile: writeFile(
			'Write Block Profile',
			'Write block profile',
			'where goroutines waited',
			'debug_writeBlockProfile',
		),
		recordMutexProfile: writeFile(
			'Record Mutex Profile',
			'Record mutex profile for some seconds',
			'where goroutines contend for locks for some seconds',
			'debug_mutexProfile',
			{ ...forSeconds, ...useLockProfile },
		),
		setMutexProfileFraction: optIn(
			act({
				name: 'Set Mutex Profile Fraction',
				action: 'Set mutex profile fraction',
				description: 'Sets how much of the contention for locks is recorded for Write Mutex Profile',
				wire: 'debug_setMutexProfileFraction',
				params: [rate('One of so many contentions is recorded: 1 for all, 0 for none')],
				...done,
				...offSinceHelicon(`use ${startProfiler}, which records all contention from then on`),
			}),
		),
		writeMutexProfile: writeFile(
			'Write Mutex Profile',
			'Write mutex profile',
			'where goroutines contended for locks',
			'debug_writeMutexProfile',
			useLockProfile,
		),
		writeMemoryProfile: writeFile(
			'Write Memory Profile',
			'Write memory profile',
			'which code holds the memory of the process',
			'debug_writeMemProfile',
			offSinceHelicon('use Write Memory Profile of Profile in Avalanche Admin'),
		),
		freeMemory: optIn(
			act({
				name: 'Free Memory',
				action: 'Return free memory to the operating system',
				description: 'Makes the process collect its garbage and return free memory to the operating system',
				wire: 'debug_freeOSMemory',
				...done,
			}),
		),
		setGcPercent: optIn(
			act({
				name: 'Set GC Percent',
				action: 'Set garbage collection percentage',
				description:
					'Sets by how many percent the memory may grow before garbage is collected, and tells the former value',
				wire: 'debug_setGCPercent',
				params: [
					integer(
						{
							displayName: 'Percent',
							name: 'percent',
							default: 100,
							description: 'Growth in percent; -1 switches the collection off',
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
		description: 'The key in hexadecimal, 32 bytes',
	},
	'a private key of 64 hexadecimal digits',
	isKey,
);

/** The node takes the key without its prefix only, and writes keys in small letters. */
const rawKey: Field = {
	...enteredKey,
	encode: (value, context) => String(enteredKey.encode(value, context)).replace(/^0x/, '').toLowerCase(),
};

const walletUrl = text(
	{
		displayName: 'Wallet URL',
		name: 'url',
		placeholder: 'e.g. keystore:///path/to/key',
		description: 'URL of the wallet, as Get Many Wallets lists it',
	},
	'a wallet URL such as keystore:///path',
	(url) => /^[a-z]+:\/\/\S*$/.test(url),
);

const data = bytes({ displayName: 'Data', name: 'data', description: 'The bytes that are signed' });

const keyWarning =
	'Passwords and keys in parameters are stored by n8n with the workflow, and travel to the node: use a node of your own';

export const personalOperations: Resource = {
	name: 'Personal',
	operations: {
		listAccounts: personal(
			act({
				name: 'Get Many Accounts',
				action: 'Get many accounts of personal keystore',
				description: 'The addresses whose keys the node keeps',
				wire: 'personal_listAccounts',
				...list('address'),
			}),
		),
		listWallets: personal(
			act({
				name: 'Get Many Wallets',
				action: 'Get many wallets of personal keystore',
				description: 'The wallets of the node with their accounts and whether they are open',
				wire: 'personal_listWallets',
				...list('url'),
			}),
		),
		newAccount: personal(
			act({
				name: 'Create Account',
				action: 'Create account in personal keystore',
				description: `Makes a new key on the node, encrypted with a password. ${keyWarning}`,
				wire: 'personal_newAccount',
				params: [password],
				...named('address'),
			}),
		),
		importRawKey: personal(
			act({
				name: 'Import Raw Key',
				action: 'Import raw key into personal keystore',
				description: `Puts a private key on the node, encrypted with a password. ${keyWarning}`,
				wire: 'personal_importRawKey',
				params: [rawKey, password],
				...named('address'),
			}),
		),
		unlockAccount: personal(
			act({
				name: 'Unlock Account',
				action: 'Unlock account of personal keystore',
				description: `Lets the node sign with an account for some time; needs the setting keystore-insecure-unlock-allowed. ${keyWarning}`,
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
								description: 'How long the account stays unlocked; 0 until the node ends',
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
				action: 'Lock account of personal keystore',
				description: 'Ends that the node signs with an account',
				wire: 'personal_lockAccount',
				params: [account],
				...named('locked'),
			}),
		),
		sendTransaction: personal(
			act({
				name: 'Send Transaction',
				action: 'Send transaction from personal keystore',
				description: `Signs a transaction with an account of the node and sends it. ${keyWarning}`,
				wire: 'personal_sendTransaction',
				params: [transaction, password],
				...named('transactionHash'),
			}),
		),
		signTransaction: personal(
			act({
				name: 'Sign Transaction',
				action: 'Sign transaction with personal keystore',
				description: `Signs a transaction with an account of the node; gas, fees and nonce must be given. ${keyWarning}`,
				wire: 'personal_signTransaction',
				params: [transaction, password],
				simplify: readable(),
			}),
		),
		sign: personal(
			act({
				name: 'Sign Data',
				action: 'Sign data with personal keystore',
				description: `Signs data with an account of the node. ${keyWarning}`,
				wire: 'personal_sign',
				params: [data, account, password],
				...named('signature'),
				...beforeHelicon('keep keys outside the node, and sign there'),
			}),
		),
		recover: personal(
			act({
				name: 'Recover Address',
				action: 'Recover address of a signature',
				description: 'The address whose key signed some data with Sign Data',
				wire: 'personal_ecRecover',
				params: [
					data,
					bytes({ displayName: 'Signature', name: 'signature', description: 'The signature, 65 bytes' }),
				],
				...named('address'),
				...beforeHelicon('recover the address outside the node, with a library for Ethereum signatures'),
			}),
		),
		openWallet: personal(
			act({
				name: 'Open Wallet',
				action: 'Open hardware wallet of the node',
				description: `Opens a hardware wallet at the node. ${keyWarning}`,
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
				action: 'Derive account of a hardware wallet',
				description: 'Derives an account of a hardware wallet at the node',
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
							description: 'Whether the node goes on tracking the account',
						}),
					),
				],
			}),
		),
		initializeWallet: personal(
			act({
				name: 'Initialize Wallet',
				action: 'Initialize smart card wallet',
				description: 'Makes a new seed on a smart card wallet at the node, and tells its words',
				wire: 'personal_initializeWallet',
				params: [walletUrl],
				...named('words'),
			}),
		),
		unpair: personal(
			act({
				name: 'Unpair Wallet',
				action: 'Unpair smart card wallet',
				description: `Ends the pairing of the node with a smart card wallet. ${keyWarning}`,
				wire: 'personal_unpair',
				params: [walletUrl, secret({ displayName: 'PIN', name: 'pin', description: 'PIN of the pairing' })],
				...done,
			}),
		),
	},
};

const ofWarp =
	'Nodes serve the warp methods only where the configuration of the chain says "warp-api-enabled": true. C-Chain nodes since Helicon (avalanchego 1.15) no longer serve them: use a signature aggregator.';

/** For methods that have no row: those of warp_, of other chains, of nodes to come. */
export const methodOperations: Resource = {
	name: 'Any Method',
	operations: {
		call: act({
			name: 'Call Any Method',
			action: 'Call any JSON RPC method',
			description:
				'Any method of the chain by its name, with its parameters as JSON, for what has no operation of its own. It is never sent twice and goes alone',
			wire: '{method}',
			params: [
				text(
					{
						displayName: 'Method',
						name: 'method',
						placeholder: 'e.g. eth_getBlockByNumber',
						description: 'Name of the method',
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
								'The parameters in their order, as a JSON list; integers beyond 2^53 go out as text. n8n stores them with the workflow and its executions, so they are no place for passwords and keys',
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
