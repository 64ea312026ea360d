/** Keys of a statement's balances and of its total: a later run of the same statement gives the same ones. */
import { nameIds, numberAlike, writeKey, zoneOf } from '../shared/report/key';
import { assetOf, writeAddress, type Statement } from './statement';
import type { Balance } from './statementBalances';
import type { NftMovement } from './statementMovements';

const keyOf = ({ read, slug }: Statement, owner: string, what: string): string =>
	writeKey(read.chain.name, slug, owner, what, read.times, zoneOf(read.zone));

/** `balance` is of one address. */
export function balanceKey({ address, token }: Balance, statement: Statement): string {
	const asset = token === '' ? assetOf(statement.read, token).symbol : writeAddress(token);
	return keyOf(statement, writeAddress(address!), asset);
}

export const totalKey = (statement: Statement): string =>
	keyOf(statement, nameIds(statement.read.addresses.map(writeAddress))!, 'Total');

/** Those of NFTs have the token and its ID, since one transaction can move many. No movement of the Detail CSV has the same. */
export function nftKeys({ read: { chain, nfts } }: Statement): Map<NftMovement, string> {
	const numbered = numberAlike();
	return new Map(
		nfts.map((nft) => {
			const { hash, address, token, tokenId } = nft;
			const place = writeKey(chain.name, hash, writeAddress(address), writeAddress(token), tokenId);
			return [nft, numbered(place)];
		}),
	);
}
