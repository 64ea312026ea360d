/** Encoded values, and what the tests of the ABI give and expect in several files. */
import { InvalidField } from '../../nodes/shared/fields/invalid';

/** Words of 32 bytes, filled up with zeros on the left, after a `<` on the right. */
export const words = (...short: string[]): string =>
	short
		.map((word) => (word.startsWith('<') ? word.slice(1).padEnd(64, '0') : word.padStart(64, '0')))
		.join('');
export const data = (...short: string[]): string => `0x${words(...short)}`;

export const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
export const bareAddress = '8db97c7cece249c2b98bdc0226cc4c2a57bf52fc';
export const ones = 'f'.repeat(64);
export const max = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
export const least =
	'-57896044618658097711785492504343953926634992332820282019728792003956564819968';
export const most = '57896044618658097711785492504343953926634992332820282019728792003956564819967';
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export const refusal = (run: () => unknown): string => {
	try {
		run();
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidField);
		return (error as Error).message;
	}
	throw new Error('was accepted');
};
