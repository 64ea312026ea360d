/** The identifiers of Avalanche and of EVM chains, recognized by their form. */
import { isEvmAddress } from '../values/checksum';
import { isHash } from '../values/hex';
import { isBech32Address, isHexAddress, isId, isNodeId } from '../values/ids';

export type Identifier = 'evmAddress' | 'hash' | 'id' | 'nodeId' | 'primaryAddress';

const tests = /* @__PURE__ */ new Map<(text: string) => boolean, Identifier>([
	[isEvmAddress, 'evmAddress'],
	[isHash, 'hash'],
	[isId, 'id'],
	[isNodeId, 'nodeId'],
	[isBech32Address, 'primaryAddress'],
]);

/** The identifier that a test accepts, if it is one of these tests. */
export const identifierOf = (test: (text: string) => boolean): Identifier | undefined =>
	tests.get(test);

/** Also recognizes an EVM address whose capitals do not fit its checksum. */
export const recognize = (entered: string): Identifier | undefined =>
	isHexAddress(entered) ? 'evmAddress' : [...tests].find(([test]) => test(entered))?.[1];

export const testOf = (wanted: Identifier): ((text: string) => boolean) =>
	[...tests].find(([, identifier]) => identifier === wanted)![0];
