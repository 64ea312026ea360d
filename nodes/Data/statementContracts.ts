/** Finds addresses of a statement that are no wallets: the contracts of tokens, which others call. */
import { listFew } from '../shared/values/lists';
import { valueAt } from '../shared/values/records';
import { countOf, sentence } from '../shared/values/writing';
import type { Lists } from './statementLists';

/** Selectors of transfer, transferFrom and approve. Only a token's contract is called with them. */
const tokenCalls = ['0xa9059cbb', '0x23b872dd', '0x095ea7b3'];

/** Transactions that call a token's function, by the address of the statement that they call. */
export function countTokenCalls(listed: Map<string, Lists>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const [address, { native }] of listed) {
		const calls = native.filter((record) => {
			const to = String(valueAt(record, 'to.address')).toLowerCase();
			return to === address && tokenCalls.includes(String(valueAt(record, 'method.methodHash')));
		});
		if (calls.length) counts.set(address, calls.length);
	}
	return counts;
}

const few = 3;

/** Without this note, an empty or short statement of a token's contract would look like that of a wallet. */
export function noteContracts(
	tokenCallsOf: Map<string, number>,
	say: (address: string) => string,
): string[] {
	const each = listFew([...tokenCallsOf], few, ([address, calls]) => {
		return `${say(address)} (${countOf(calls, 'transaction')})`;
	});
	return sentence(
		`Transactions of others call a token at ${each.join(', ')}. That is the contract of a token, and no wallet. What the holders of the token move is not in this statement.`,
		each.length > 0,
	);
}
