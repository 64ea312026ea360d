/** Prices of the native token at the times of the movements of a statement. */
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import { askInTurns } from '../shared/network/turns';
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
	const found = await askInTurns(each, atOnce, readOne);
	if (isTool && !found.ok && found.failure.kind === 'used-up') return { ok: true, result: false };
	if (!found.ok) return found;
	const prices = new Map(each.map(({ hash }, i) => [hash, found.result[i]]));
	for (const movement of asked) movement.price = prices.get(movement.hash);
	return { ok: true, result: true };
}
