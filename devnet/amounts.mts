/** A number of whole tokens in smallest units; what has more places than these hold is refused, and never cut. */
export function toUnits(amount: string | number, decimals: number): bigint {
	const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
	if (whole === undefined || part.length > decimals)
		throw new Error(`amount is a decimal number with at most ${decimals} places`);
	return BigInt(whole + part.padEnd(decimals, '0'));
}
