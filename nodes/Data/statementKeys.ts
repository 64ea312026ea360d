/** Keys of a statement's balances and of its total: a later run of the same statement gives the same ones. */
import { nameIds, numberAlike, writeKey, zoneOf } from '../shared/report/key';
import { writeAddress, type Statement } from './statement';
import { assetOf } from './statementAssets';
import type { Balance } from './statementBalances';
import type { Dealing } from './statementDealings';
import type { NftMovement } from './statementMovements';

const keyOf = ({ read, slug }: Statement, owner: string, what: string): string =>
	writeKey(read.chain.name, slug, owner, what, read.times, zoneOf(read.zone));

/** `balance` is of one address. */
export const balanceKey = ({ address, token }: Balance, statement: Statement): string =>
	keyOf(statement, writeAddress(address!), nameAsset(token, statement));

/** Without a counterparty, the words for that tell rows apart. */
export function dealingKey(dealing: Dealing, statement: Statement): string {
	const { counterparty, name = 'nobody', token } = dealing;
	const other = counterparty === undefined ? name : writeAddress(counterparty);
	return keyOf(statement, nameOwners(statement), `${other} ${nameAsset(token, statement)}`);
}

export const totalKey = (statement: Statement): string =>
	keyOf(statement, nameOwners(statement), 'Total');

const nameAsset = (token: string, { read }: Statement): string =>
	token === '' ? assetOf(read, token).symbol : writeAddress(token);

const nameOwners = ({ read }: Statement): string => nameIds(read.addresses.map(writeAddress))!;

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
