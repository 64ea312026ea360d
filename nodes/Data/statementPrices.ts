/** Prices of the native token at the times of the movements of a statement. */
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { readPriceOfBlock } from './statementEndPrices';
import { readPrice, type Price, type Question } from './statementLists';
import type { Movement } from './statementMovements';

const atOnce = 8;

/** Prices of a month of some wallets. An AI agent should not wait for more. */
const mostForTool = 30;

/**
 * Adds the price of the native token to its movements. Imports and exports have that of their block. False if an AI agent
 * would wait too long for it.
 */
export async function addPrices(
	{ client, question }: { client: Client; question: Omit<Question, 'address'> },
	movements: Movement[],
	isTool: boolean,
): Promise<Answer<boolean>> {
	const readOne = (movement: Movement): Promise<Answer<Price | undefined>> =>
		movement.isAtomic
			? readPriceOfBlock(client, question, movement)
			: readPrice(client, question.chainId, movement.hash);
	const asked = movements.filter(({ token }) => token === '');
	const each = [...new Map(asked.map((movement) => [movement.hash, movement])).values()];
	if (isTool && each.length > mostForTool) return { ok: true, result: false };
	const prices = new Map<string, Price | undefined>();
	for (let i = 0; i < each.length; i += atOnce) {
		const some = each.slice(i, i + atOnce);
		const found = await Promise.all(some.map(readOne));
		for (const [n, price] of found.entries()) {
			if (isTool && !price.ok && price.failure.kind === 'used-up')
				return { ok: true, result: false };
			if (!price.ok) return price;
			prices.set(some[n].hash, price.result);
		}
	}
	for (const movement of asked) movement.price = prices.get(movement.hash);
	return { ok: true, result: true };
}
