/** Codes of JSON-RPC errors that mean the same wherever they come from. */

/** EIP-1474. Some servers mean their rate by the limit, others the size of the answer. */
export const parseError = -32700;
export const methodNotFound = -32601;
export const invalidParams = -32602;
export const limitExceeded = -32005;
/** The EVM endpoints (seen on avalanchego v1.14.2). */
export const requestTimedOut = -32002;
export const responseTooLarge = -32003;
