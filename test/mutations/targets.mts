/** The files that are broken on purpose, and the tests in test/unit that are about them: 2,000 lines at most. */
export const targets: Array<{ file: string; tests: string[] }> = [
	...['machine', 'presence', 'delivery'].map((name) => ({
		file: `nodes/Trigger/watch/${name}.ts`,
		tests: ['uptime', 'uptimePromises', 'uptimeRenewal'],
	})),
	{ file: 'nodes/Trigger/watch/cursor.ts', tests: ['watchCursor', 'uptimePromises'] },
	...['walks/walk', 'walks/ascending', 'walks/ranged', 'walks/descending', 'cursor'].map(
		(name) => ({
			file: `nodes/Trigger/feed/${name}.ts`,
			tests: ['feed', 'feedProof', 'feedRewards'],
		}),
	),
	...['read', 'decode'].map((name) => ({
		file: `nodes/Evm/abi/${name}.ts`,
		tests: ['abiDecode', 'abiUnreadable'],
	})),
	{ file: 'nodes/shared/network/gate.ts', tests: ['gate'] },
];
