/** The zero address, which nobody has: tokens come from it when they are issued, and go to it when they are burnt. */
import { zeroAddress } from './hex';

export const isNobody = (address: unknown): boolean =>
	typeof address === 'string' && address.toLowerCase() === zeroAddress;

/** What it means that nobody is this side of a transfer. */
export const asNobody = { from: 'newly issued', to: 'burnt' };
