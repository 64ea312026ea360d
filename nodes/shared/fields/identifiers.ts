/** The identifiers of Avalanche and of EVM chains, told by their form. */
import { isEvmAddress } from '../values/checksum';
import { isHash } from '../values/hex';
import { isBech32Address, isHexAddress, isId, isNodeId } from '../values/ids';

/** What a field identifies something by. */
export type Identifier = 'evmAddress' | 'hash' | 'id' | 'nodeId' | 'primaryAddress';

const tests = /* @__PURE__ */ new Map<(text: string) => boolean, Identifier>([
	[isEvmAddress, 'evmAddress'],
	[isHash, 'hash'],
	[isId, 'id'],
	[isNodeId, 'nodeId'],
	[isBech32Address, 'primaryAddress'],
]);

/** What a test accepts, if it is one of those of identifiers. */
export const identifierOf = (test: (text: string) => boolean): Identifier | undefined =>
	tests.get(test);

/** What it is; an EVM address also with capitals of another checksum. */
export const recognize = (entered: string): Identifier | undefined =>
	isHexAddress(entered) ? 'evmAddress' : [...tests].find(([test]) => test(entered))?.[1];

export const testOf = (wanted: Identifier): ((text: string) => boolean) =>
	[...tests].find(([, identifier]) => identifier === wanted)![0];
