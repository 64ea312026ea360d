/** Codes of JSON-RPC errors that mean the same everywhere. */

/** EIP-1474. By limitExceeded, some servers mean their rate, others the size of the answer. */
export const parseError = -32700;
export const methodNotFound = -32601;
export const invalidParams = -32602;
export const internalError = -32603;
export const limitExceeded = -32005;
/** Codes of the EVM endpoints (seen on avalanchego v1.14.2). */
export const requestTimedOut = -32002;
export const responseTooLarge = -32003;
