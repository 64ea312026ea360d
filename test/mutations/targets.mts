/** The files that are broken on purpose: those where a wrong sign loses an alert or a payment. */
export const targets: Array<{ file: string; tests: string[] }> = [
	{ file: 'nodes/shared/network/gate.ts', tests: ['gate'] },
	{ file: 'nodes/Evm/abi/read.ts', tests: ['abiDecode', 'abiUnreadable'] },
	{ file: 'nodes/Evm/abi/decode.ts', tests: ['abiDecode', 'abiUnreadable'] },
];
