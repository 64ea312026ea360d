/** What the fields of this node's items are, as nodes/shared/returns.mts explains. */
import type { Returns } from '../shared/returns.mts';

export const returns: Returns = {
	encoding: 'How the bytes are written: hex',
	status: 'Accepted, Processing, Dropped or Unknown',
	tx: 'The transaction, in hexadecimal with checksum',
	utxo: 'The UTXO, in hexadecimal with checksum',
};
