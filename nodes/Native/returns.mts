/** Descriptions of the fields of this node's items. nodes/shared/returns.mts explains the form. */
import type { Returns } from '../shared/returns.mts';

export const returns: Returns = {
	'transaction.getAtomicTx.status': 'Accepted; null while the transaction is in no block',
	'transaction.getAtomicTx.time':
		'When the block was made, in UTC; null where the node does not tell it',
	encoding: 'How the bytes are written: hex',
	status: 'Accepted, Processing, Dropped or Unknown',
	tx: 'The transaction, in hexadecimal with checksum',
	utxo: 'The UTXO, in hexadecimal with checksum',
};
