/** Finds amounts of AVAX that nobody can have, because they were entered in nAVAX or wei. */
import { isAtLeast, toUnits } from '../values/numbers';
import { InvalidField } from './invalid';

/** The network's documentation: never more than 720 million AVAX. */
const mostAvax = '720000000';

const smallerUnits = { nAVAX: 9, wei: 18 };

/** Below this, nobody means the smaller unit. */
const leastMeant = '0.001';

function suggest(amount: string): string {
	const meanings = Object.entries(smallerUnits)
		.map(([unit, decimals]) => ({ unit, avax: toUnits(amount, decimals) }))
		.filter(({ avax }) => isAtLeast(avax, leastMeant) && !isAtLeast(avax, mostAvax));
	if (!meanings.length) return 'For one AVAX, enter 1.';
	return meanings.map(({ unit, avax }) => `If it counts ${unit}, enter ${avax}.`).join(' ');
}

/** What to do about an amount above all AVAX that there can be. Undefined for any other amount. */
export const adviseTooMuch = (amount: string | undefined): string | undefined =>
	amount !== undefined && isAtLeast(amount, mostAvax)
		? `Enter whole AVAX, not nAVAX or wei. ${suggest(amount)}`
		: undefined;

/** The error for an amount of AVAX in a field of its own. */
export function checkAvax(label: string, amount: string | undefined): InvalidField | undefined {
	const advice = adviseTooMuch(amount);
	return advice === undefined
		? undefined
		: new InvalidField(`${label} is more AVAX than there is`, undefined, advice);
}
