/** Filters, the pool and the senders of the EVM endpoint, whose answers depend on what came before. */
import { Transaction, Wallet } from 'ethers';
import { emitterCreation, transferData, type Ground } from './ground.mts';
import { rpcPath, recipient, type Session, type ChainTarget } from './session.mts';

/** Filters, and what they tell of the transactions of a block. */
export async function askFilters(
	session: Session<ChainTarget>,
	{ contract, sign, nextNonce }: Ground,
) {
	const rpc = session.call(rpcPath);
	const filters = {
		blocks: await rpc('eth_newBlockFilter', []),
		hashes: await rpc('eth_newPendingTransactionFilter', []),
		transactions: await rpc('eth_newPendingTransactionFilter', [true], { as: 'in full' }),
		logs: await rpc('eth_newFilter', [{ address: contract }]),
	};
	for (const [as, filter] of Object.entries(filters))
		await rpc('eth_getFilterChanges', [filter], { as: `${as}, at once` });
	const raw = await sign({ to: contract, data: transferData, nonce: nextNonce });
	const hash = await rpc('eth_sendRawTransaction', [raw]);
	await rpc('eth_getTransactionReceipt', [hash], { as: 'at last', until: Boolean });
	for (const [as, filter] of Object.entries(filters))
		await rpc('eth_getFilterChanges', [filter], { as, until: (found) => found.length > 0 });
	for (const [as, filter] of Object.entries(filters)) {
		await rpc('eth_getFilterLogs', [filter], { as: `of ${as}` });
		await rpc('eth_uninstallFilter', [filter], { as });
		await rpc('eth_uninstallFilter', [filter], { as: `${as}, again` });
		await rpc('eth_getFilterChanges', [filter], { as: `${as}, removed` });
	}
}

/** The pool while transactions wait in it. */
export async function askPool(session: Session<ChainTarget>, { funded, sign }: Ground) {
	const rpc = session.call(rpcPath);
	const { ownAccount, holdBlocks } = session.target;
	const release = await holdBlocks();
	const nonce = Number(
		await rpc('eth_getTransactionCount', [funded, 'latest'], { as: 'before it waits' }),
	);
	const raw = await sign({ to: recipient, nonce });
	const hash = await rpc('eth_sendRawTransaction', [raw], { as: 'that waits' });
	const own = {
		from: ownAccount,
		to: recipient,
		value: '0x1',
		gas: '0x5208',
		gasPrice: '0x2e90edd000',
		nonce: await rpc('eth_getTransactionCount', [ownAccount, 'latest'], {
			as: 'of the own account',
		}),
	};
	const sent = await rpc('eth_sendTransaction', [own]);
	await rpc('eth_pendingTransactions', []);
	await rpc('txpool_content', []);
	await rpc('txpool_contentFrom', [funded]);
	await rpc('txpool_contentFrom', [recipient], { as: 'of nobody' });
	await rpc('txpool_inspect', []);
	await rpc('txpool_status', []);
	await rpc('eth_getTransactionByHash', [hash], { as: 'that waits' });
	await rpc('eth_getTransactionByHash', [sent], { as: 'of the own account, that waits' });
	await rpc('eth_getRawTransactionByHash', [hash], { as: 'that waits' });
	await rpc('eth_getTransactionCount', [funded, 'pending'], { as: 'while it waits' });
	await rpc('eth_sendRawTransaction', [raw], { as: 'that waits, again' });
	await rpc('eth_sendRawTransaction', [await sign({ to: funded, nonce })], {
		as: 'that underbids',
	});
	await rpc('debug_traceTransaction', [hash], { as: 'that waits' });
	await rpc('eth_resend', [own, '0x5d21dba000', '0x5208']);
	await rpc('eth_getTransactionReceipt', [hash], { as: 'that waits' });
	await release();
	await rpc('eth_getTransactionReceipt', [hash], { as: 'that waited', until: Boolean });
	await rpc('eth_sendRawTransaction', [raw], { as: 'that is in a block' });
}

/** Why a signed transaction is not taken. */
export async function askSender(
	session: Session<ChainTarget>,
	{ funded, sign, chainId, contract }: Ground,
) {
	const rpc = session.call(rpcPath);
	const nonce = Number(await rpc('eth_getTransactionCount', [funded, 'latest'], { as: 'at last' }));
	const old = { type: 0, maxFeePerGas: null, maxPriorityFeePerGas: null };
	const poor = new Wallet(`0x${'11'.repeat(32)}`);
	const signByPoor = async (value: bigint) =>
		await poor.signTransaction({
			type: 2,
			chainId,
			nonce: 0,
			to: recipient,
			value,
			gasLimit: 21_000,
			maxFeePerGas: 200_000_000_000n,
		});
	for (const [as, raw] of Object.entries({
		'a used nonce': await sign({ to: recipient, nonce: 0 }),
		'too much value': await sign({ to: recipient, nonce, value: 10n ** 27n }),
		'an account without funds': await signByPoor(0n),
		'too little gas': await sign({ to: recipient, nonce, gasLimit: 20_999 }),
		'too little gas for its data': await sign({
			to: contract,
			nonce,
			gasLimit: 21_000,
			data: transferData,
		}),
		'too little gas for a creation': await sign({
			to: null,
			nonce,
			gasLimit: 21_000,
			data: emitterCreation,
		}),
		'too much gas': await sign({
			to: recipient,
			nonce,
			gasLimit: 1_000_000_000,
			maxFeePerGas: 2_000_000_000n,
		}),
		'too high a fee': await sign({ to: recipient, nonce, maxFeePerGas: 10n ** 16n }),
		'no fee': await sign({ to: recipient, nonce, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }),
		'no price': await sign({ ...old, to: recipient, nonce, gasPrice: 0n }),
		'another chain': await sign({ to: recipient, nonce, chainId: 1 }),
		'another chain, of the old type': await sign({
			...old,
			to: recipient,
			nonce,
			chainId: 1,
			gasPrice: 200_000_000_000n,
		}),
		'no chain': await sign({
			...old,
			to: recipient,
			nonce,
			chainId: 0,
			gasPrice: 200_000_000_000n,
		}),
		nothing: '0x',
		'one byte': '0x02',
		'an unknown type': '0x7f01',
		'half of it': (await sign({ to: recipient, nonce })).slice(0, 80),
		'an empty list': '0xc0',
		'an empty list of its type': '0x02c0',
		text: '0x68656c6c6f',
		'no signature': Transaction.from({ type: 2, chainId, nonce, to: recipient, gasLimit: 21_000 })
			.unsignedSerialized,
	}))
		await rpc('eth_sendRawTransaction', [raw], { as: `with ${as}` });
}
