/** The files that are broken on purpose, and the tests in test/unit that are about them: 2,000 lines at most. */
export const targets: Array<{ file: string; tests: string[] }> = [
	{ file: 'nodes/shared/network/gate.ts', tests: ['gate'] },
	{ file: 'nodes/shared/network/admission.ts', tests: ['gate'] },
	{ file: 'nodes/shared/network/quota.ts', tests: ['quota'] },
	...['read', 'decode'].map((name) => ({
		file: `nodes/Evm/abi/${name}.ts`,
		tests: ['abiDecode', 'abiUnreadable'],
	})),
	...['walk', 'ascending', 'ranged', 'descending'].map((name) => ({
		file: `nodes/feeds/walks/${name}.ts`,
		tests: ['feedWalks'],
	})),
	{ file: 'nodes/feeds/cursor.ts', tests: ['feedWalks', 'feedCursor'] },
	{ file: 'nodes/Trigger/watch/machine.ts', tests: ['watchMachine', 'watchTimeLines'] },
	{
		file: 'nodes/Trigger/watch/presence.ts',
		tests: ['watchTimeLines', 'watchAlerts', 'watchDelivery', 'watchRenewal', 'watchPresence'],
	},
	{
		file: 'nodes/Trigger/watch/delivery.ts',
		tests: ['watchTimeLines', 'watchAlerts', 'watchDelivery', 'watchRenewal'],
	},
	{ file: 'nodes/Trigger/watch/cursor.ts', tests: ['watchStored', 'watchCursor'] },
];
