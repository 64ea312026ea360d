/** Keys of a statement's balances and of its total: a later run of the same statement gives the same ones. */
import { nameIds, writeKey, zoneOf } from '../shared/report/key';
import { assetOf, writeAddress, type Statement } from './statement';
import type { Balance } from './statementBalances';

const keyOf = ({ read, slug }: Statement, owner: string, what: string): string =>
	writeKey(read.chain.name, slug, owner, what, read.times, zoneOf(read.zone));

/** `balance` is of one address. */
export function balanceKey({ address, token }: Balance, statement: Statement): string {
	const asset = token === '' ? assetOf(statement.read, token).symbol : writeAddress(token);
	return keyOf(statement, writeAddress(address!), asset);
}

export const totalKey = (statement: Statement): string =>
	keyOf(statement, nameIds(statement.read.addresses.map(writeAddress))!, 'Total');
