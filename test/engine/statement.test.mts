/** Payments > Get Statement on the mock network, held against its ledger by a count of its own. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { demoAccount, demoL1Chain, fundedAccount, treasuryWallets } from '../../devnet/devnet.mts';
import { listWallets } from '../../devnet/past.mts';
import type { Block, EvmChain, Transaction } from '../../devnet/ledger.mts';
import { endpoints } from '../../spec/index.mts';
import { parseCsv } from '../support/csv.mts';
import { address } from '../support/hex.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, makeItems, saidBy, useEngine, useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);
const runAsTool = useNode('avalancheDataTool', devnet);

const walletNames = ['Operations', 'Payroll', 'Reserve'];
const named = treasuryWallets.map((wallet, i) => `${wallet} = ${walletNames[i]}`).join('\n');
const asked = {
	chainId: '43114',
	addresses: named,
	period: 'custom',
	from: '2026-04-01T00:00:00Z',
	to: '2026-10-01T00:00:00Z',
	return: ['items'],
};

const chainOf = (chainId = '43114'): EvmChain =>
	devnet.world.ledger.chains.find((chain) => chain.chainId === chainId)!;
const lower = (text: unknown) => String(text).toLowerCase();

const run = async (more: IDataObject = {}, options = {}) =>
	await engine.runNode(
		'avalancheData',
		{ resource: 'payments', operation: 'getStatement', ...asked, ...more },
		options,
	);

interface Sums {
	incoming: bigint;
	outgoing: bigint;
	fees: bigint;
}

/** Movements, then the last item. */
async function read(more: IDataObject = {}) {
	const { items, error } = await run(more);
	expect(error).toBeUndefined();
	const all = jsonOf(items);
	return { movements: all.slice(0, -1), total: all.at(-1)!, items };
}

const readFile = ({ binary }: INodeExecutionData, property: string): string =>
	Buffer.from(binary![property].data, 'base64').toString();

const balancesOf = (total: IDataObject) => total.balances as IDataObject[];
const toWei = (text: unknown): bigint => {
	const [whole, part = ''] = String(text).split('.');
	return BigInt(whole + part.padEnd(18, '0'));
};

/** What happened to the AVAX of a wallet in blocks: counted from the ledger alone. */
function count(chain: EvmChain, wallet: string, isIn: (block: Block) => boolean): Sums {
	const sums = { incoming: 0n, outgoing: 0n, fees: 0n };
	const move = (from: string, to: string, value: bigint) => {
		if (lower(from) === lower(to)) return;
		if (lower(to) === lower(wallet)) sums.incoming += value;
		if (lower(from) === lower(wallet)) sums.outgoing += value;
	};
	const play = ({ from, to, value, success, gasUsed, gasPrice, internals }: Transaction) => {
		if (lower(from) === lower(wallet)) sums.fees += gasUsed * gasPrice;
		if (!success) return;
		move(from, to, value);
		for (const inner of internals)
			if (!inner.isReverted && inner.type !== 'DELEGATECALL' && inner.from !== from)
				move(inner.from, inner.to, inner.value);
	};
	[...chain.past, ...chain.blocks]
		.filter(isIn)
		.forEach((block) => block.transactions.forEach(play));
	for (const { wallet: of, type, amount, fee } of chain.atomics.filter(({ block: at }) =>
		isIn(at),
	)) {
		if (of !== wallet) continue;
		if (type === 'ImportTx') sums.incoming += amount * 10n ** 9n;
		else {
			sums.outgoing += amount * 10n ** 9n;
			sums.fees += fee * 10n ** 9n;
		}
	}
	return sums;
}

const seconds = (text: string) => Date.parse(text) / 1000;
const [start, end] = [asked.from, asked.to].map(seconds);
const isOfPeriod = ({ timestamp }: Block) => timestamp >= start && timestamp < end;
/** What each wallet had before all that it did. */
const firstBalance = 10n ** 24n;

test('closes for each wallet and asset, with the sums of the ledger [P1]', async () => {
	const { total } = await read();
	for (const wallet of treasuryWallets) {
		const { incoming, outgoing, fees } = count(chainOf(), wallet, isOfPeriod);
		const own = balancesOf(total).find(
			({ address, token }) => lower(address) === lower(wallet) && token === null,
		)!;
		expect(toWei(own.incomingExact) + toWei(own.transfersInExact)).toBe(incoming);
		expect(toWei(own.outgoingExact) + toWei(own.transfersOutExact)).toBe(outgoing);
		expect(toWei(own.feesExact)).toBe(fees);
		expect(incoming > 0n && outgoing > 0n && fees > 0n).toBe(true);
		const before = count(chainOf(), wallet, ({ timestamp }) => timestamp < start);
		const opening = firstBalance + before.incoming - before.outgoing - before.fees;
		expect(toWei(own.openingExact)).toBe(opening);
		expect(toWei(own.closingExact)).toBe(opening + incoming - outgoing - fees);
		expect(own).toMatchObject({ closes: 'yes', differenceExact: '0' });
	}
});

test('adds up from its items to its balances, asset by asset [P1]', async () => {
	const { movements, total } = await read();
	for (const balance of balancesOf(total)) {
		const own = movements.filter(
			({ address, token }) => address === balance.address && token === balance.token,
		);
		const sum = (...directions: string[]) =>
			own
				.filter(({ direction }) => directions.includes(String(direction)))
				.reduce((all, { units }) => all + BigInt(String(units)), 0n);
		const places = balance.symbol === 'DEUR' ? 6 : 18;
		const scale = (text: unknown) => toWei(text) / 10n ** BigInt(18 - places);
		const change = sum('incoming') - sum('outgoing') - sum('fee');
		const changes = own.map(({ changeExact }) => scale(changeExact));
		expect(changes.reduce((all, each) => all + each, 0n)).toBe(change);
		const left = scale(balance.closingExact) - scale(balance.openingExact) - change;
		const shown = String(balance.differenceExact).replace('-', '');
		expect(left).toBe(scale(shown));
	}
});

test('gives its balances as items, one for each wallet and asset, without a total [P1]', async () => {
	const { total } = await read();
	const { items } = await run({ return: ['balances'] });
	const given = jsonOf(items);
	expect(given).toEqual(balancesOf(total).map((balance) => expect.objectContaining(balance)));
	expect(new Set(given.map(({ key }) => key)).size).toBe(given.length);
	expect(given.map(({ isTotal }) => isTotal)).toEqual(given.map(() => false));
	expect(given.map(({ timeZone }) => timeZone)).toEqual(given.map(() => total.timeZone));
});

test('says which Names of Others no movement is with, and nothing of those that one is with', async () => {
	const { movements } = await read();
	const { counterparty } = movements.find((row) => row.counterparty && !row.isTransfer)!;
	const unmet = ['Initech', 'Globex'].map((name, i) => `${address(901 + i)} = ${name}`);
	const otherNames = [`${String(counterparty)} = ACME`, `${address(900)} = ACME`, ...unmet];
	const additionalFields = { otherNames: otherNames.join('\n') };
	const words = 'No movement is with these entries of Names of Others: Initech, Globex.';
	const { total } = await read({ additionalFields });
	expect(total.notes).toContain(words);
	const { run: done } = await run({ return: ['counterparties'], additionalFields });
	const { hints = [] } = done.data.resultData.runData.Node[0];
	expect(hints.map(({ message }) => message).join()).toContain(words);
});

test('gives each counterparty and asset as an item, those with a name first, which add up to In and Out [P1]', async () => {
	const { movements, total } = await read();
	const other = movements.find(
		({ direction, isTransfer, counterparty }) =>
			direction === 'outgoing' && !isTransfer && counterparty,
	)!;
	const additionalFields = { otherNames: `${String(other.counterparty)} = ACME` };
	const { items } = await run({ return: ['counterparties'], additionalFields });
	const given = jsonOf(items);
	const paid = (rows: IDataObject[], field: string, more: IDataObject = {}) =>
		rows
			.filter((row) => Object.entries(more).every(([name, value]) => row[name] === value))
			.reduce((sum, row) => sum + toWei(row[field]), 0n);
	const { symbol, counterparty } = other;
	expect(given[0]).toMatchObject({ counterpartyName: 'ACME', counterparty });
	const toAcme = { direction: 'outgoing', isTransfer: false, symbol, counterparty };
	expect(paid(given, 'outgoingExact', { counterpartyName: 'ACME', symbol })).toBe(
		paid(movements, 'amountExact', toAcme),
	);
	for (const sum of total.totals as IDataObject[])
		for (const field of ['incomingExact', 'outgoingExact'])
			expect(paid(given, field, { token: sum.token })).toBe(toWei(sum[field]));
	expect(total.counterparties).toHaveLength(given.length);
	expect(given.map(({ timeZone }) => timeZone)).toEqual(given.map(() => total.timeZone));
	expect(given.filter(({ title }) => /0x[\da-f]{40}/i.test(String(title)))).toEqual([]);
	expect(given.some(({ title }) => /: 0x[\da-f]{4}\.\.\.[\da-f]{4}, /i.test(String(title)))).toBe(
		true,
	);
	expect(new Set(given.map(({ key }) => key)).size).toBe(given.length);
});

test('values what each counterparty paid, names the wallets that dealt with it, and gives no part of a sum [P1]', async () => {
	const { movements } = await read();
	const given = jsonOf((await run({ return: ['counterparties'] })).items);
	const dealt = ({ token, counterparty, counterpartyName }: IDataObject) =>
		movements.filter(
			(row) =>
				['incoming', 'outgoing'].includes(String(row.direction)) &&
				!row.isTransfer &&
				row.token === token &&
				row.counterparty === counterparty &&
				row.counterpartyName === counterpartyName,
		);
	for (const row of given) {
		const own = dealt(row);
		expect(row.payments).toBe(own.length);
		expect(row.paymentsWithoutValue).toBe(own.filter(({ value }) => value === null).length);
		const owners = new Set(own.map(({ addressName }) => addressName));
		expect(String(row.addressNames).split(', ')).toEqual([...owners]);
		expect(row.addresses).toEqual([...new Set(own.map(({ address }) => address))]);
		for (const side of ['incoming', 'outgoing'] as const) {
			const values = own.flatMap(({ direction, value }) => (direction === side ? [value] : []));
			const worth = row[`${side}Value`];
			if (values.includes(null)) expect(worth).toBeNull();
			else
				expect(worth).toBeCloseTo(
					values.reduce<number>((all, one) => all + Number(one), 0),
					5,
				);
		}
	}
	const valued = given.find(({ outgoingValue }) => Number(outgoingValue) > 0)!;
	expect(valued).toMatchObject({ currency: 'USD', paymentsWithoutValue: 0 });
	expect(valued.html).toMatch(/Value of Out: [\d,.]+ USD/);
	expect(given.filter(({ incomingValue }) => incomingValue === null)).not.toEqual([]);
	const additionalFields = { withValues: false };
	for (const row of jsonOf((await run({ return: ['counterparties'], additionalFields })).items))
		expect(row).toMatchObject({
			incomingValue: null,
			outgoingValue: null,
			currency: null,
			paymentsWithoutValue: null,
		});
});

test('says in small letters below a figure of the page what the figure lacks', async () => {
	const { total } = await read({ return: ['items', 'page'] });
	const html = String(total.html);
	const tileOf = (label: string) => html.split(`>${label}</div>`)[1]!.split('</td>')[0]!;
	const held = (end: string) =>
		(total.totals as IDataObject[]).filter(({ token, [end]: held }) => token && held !== 0).length;
	for (const end of ['Opening', 'Closing']) {
		const count = held(end.toLowerCase());
		expect(count).toBeGreaterThan(1);
		expect(tileOf(`${end} value`)).toMatch(/>[\d,.]+ USD<\/div>/);
		expect(tileOf(`${end} value`)).toContain(`>without ${count} tokens of unknown price</div>`);
	}
	expect(tileOf('Closes')).toMatch(
		/>All but DYLD<\/div>.*>no transfer explains [\d.]+ DYLD<\/div>/,
	);
	const { total: alone } = await read();
	expect(alone.html).toMatch(/<p>Closes: All but DYLD \(no transfer explains \d+\.\d+ DYLD\)<\/p>/);
});

test('shows growth that no transfer tells as a difference, and books no movement for it [P1]', async () => {
	const { movements, total } = await read({ return: ['items', 'page'] });
	const growing = balancesOf(total).filter(({ symbol }) => symbol === 'DYLD');
	expect(growing).toHaveLength(3);
	for (const { closes, difference } of growing) {
		expect(closes).toBe('no');
		expect(difference).toBeGreaterThan(0);
	}
	expect(movements.filter(({ symbol, kind }) => symbol === 'DYLD' && kind !== 'token')).toEqual([]);
	expect(total.closes).toBe('no');
	expect(total.notes).toContainEqual(
		expect.stringMatching(
			/^A difference is left that no service explains: [\d,]+\.\d{1,4} DYLD of /,
		),
	);
	expect(String(total.notes)).not.toMatch(/\.\d{9}/);
	expect(total.html).toContain('A difference is left');
	expect(total.html).toMatch(/All but DYLD: no transfer explains \d+\.\d+ DYLD/);
});

test('shows each wallet on the page, and what the payments are worth as far as prices are known [P1]', async () => {
	const { movements, total } = await read({ return: ['items', 'page'] });
	const html = String(total.html);
	for (const name of walletNames) {
		const row = html.slice(html.indexOf(`>${name}, AVAX</td>`)).split('</tr>')[0]!;
		const [opening, incoming, outgoing, fees, transfers, closing, difference] = [
			...row.matchAll(/>(-?[\d.,]+)<\/td>/g),
		].map(([, cell]) => Number(cell!.replaceAll(',', ''))) as number[];
		const reached = opening! + incoming! - outgoing! - fees! + transfers! + difference!;
		expect(transfers).not.toBe(0);
		expect(reached).toBeCloseTo(closing!, 3);
	}
	const counted = movements.filter(
		({ isTransfer, direction }) => !isTransfer && direction !== 'self',
	);
	const valued = counted.filter(({ value }) => value !== null);
	expect(valued.length).toBeLessThan(counted.length);
	expect(html).toContain(
		`Value of ${valued.length} of ${counted.length} payments and fees: the others have none`,
	);
	expect(html).toContain('Out, where it has a value');
	const sumOf = (wanted: string) =>
		valued
			.filter(({ direction }) => direction === wanted)
			.reduce((sum, { value }) => sum + Number(value), 0)
			.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
	const cells = [...html.slice(html.indexOf('>USD</td>')).matchAll(/>([\d.,]+)<\/td>/g)];
	expect(cells.slice(0, 3).map(([, cell]) => cell)).toEqual(
		['incoming', 'outgoing', 'fee'].map(sumOf),
	);
	const { total: ofOne } = await read({
		addresses: treasuryWallets[0],
		additionalFields: { withValues: false },
		return: ['items', 'page'],
	});
	expect(ofOne.html).not.toContain('By wallet');
	expect(ofOne.html).not.toContain('Value of');
});

test('counts the movements of each class on the page, which add up to all, with and without a value [P1]', async () => {
	const { movements, total } = await read({ return: ['items', 'page'] });
	const html = String(total.html);
	const table = html.slice(html.indexOf('>Movements</h2>')).split('</table>')[0]!;
	const texts = [...table.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, text]) => text!);
	const lines = texts.flatMap((text, i) =>
		/[a-z]/.test(text) ? [[text, ...texts.slice(i + 1, i + 3).map(Number)] as const] : [],
	);
	const valued = movements.filter(({ value }) => value !== null).length;
	expect(lines.at(-1)).toEqual(['All movements', movements.length, valued]);
	const classes = lines.slice(0, -1);
	const sumOf = (place: 1 | 2) => classes.reduce((sum, line) => sum + Number(line[place]), 0);
	expect([sumOf(1), sumOf(2)]).toEqual([movements.length, valued]);
	const countOf = (name: string) => classes.find(([own]) => own === name)?.[1];
	expect(countOf('Between these addresses')).toBe(
		movements.filter(({ isTransfer }) => isTransfer).length,
	);
	expect(countOf('Fees')).toBe(movements.filter(({ kind }) => kind === 'fee').length);
	const isAtomic = ({ kind }: IDataObject) => kind === 'import' || kind === 'export';
	expect(countOf('Payments: imports and exports')).toBe(movements.filter(isAtomic).length);
	expect(total.notes).toContainEqual(
		expect.stringMatching(
			new RegExp(
				`^Without a value: ${movements.length - valued} movements\\. \\d+ are of tokens without a price: Prices of Tokens takes one\\.$`,
			),
		),
	);
});

test('has movements of every kind, each once [P2]', async () => {
	const { movements } = await read();
	const kinds = new Set(movements.map(({ kind }) => kind));
	expect([...kinds].sort()).toEqual(
		['creation', 'export', 'fee', 'import', 'internal', 'payment', 'token'].sort(),
	);
	const directions = new Set(movements.map(({ direction }) => direction));
	expect([...directions].sort()).toEqual(['fee', 'incoming', 'outgoing', 'self']);
	expect(new Set(movements.map(({ key }) => key)).size).toBe(movements.length);
	const times = movements.map(({ time }) => String(time));
	expect(times).toEqual([...times].sort());
});

test('has all that came in from others in one list of Items Without Total, as docs/statements.md filters it', async () => {
	const listed = jsonOf((await run({ return: ['rows'] })).items);
	const received = listed.filter((one) => one.direction === 'incoming' && one.isTransfer === false);
	expect([...new Set(received.map(({ kind }) => kind))].sort()).toEqual(
		['import', 'internal', 'payment', 'token'].sort(),
	);
	const senders = received.map(({ counterparty }) => lower(counterparty));
	expect(senders.filter((sender) => treasuryWallets.map(lower).includes(sender))).toEqual([]);
	const { total } = await read();
	const avax = received
		.filter(({ token }) => token === null)
		.map(({ units }) => BigInt(String(units)));
	const own = balancesOf(total).filter(({ token }) => token === null);
	const incoming = own.reduce((sum, { incomingExact }) => sum + toWei(incomingExact), 0n);
	expect(avax.reduce((sum, units) => sum + units, 0n)).toBe(incoming);
});

test('lets a failed transaction cost a fee and move nothing, and a creation move once [P2]', async () => {
	const { movements } = await read();
	const failed = movements.filter(({ isOfFailed }) => isOfFailed);
	expect(failed.length).toBeGreaterThan(0);
	for (const { txHash, direction } of failed) {
		expect(direction).toBe('fee');
		expect(movements.filter((one) => one.txHash === txHash)).toHaveLength(1);
	}
	const creations = movements.filter(({ kind }) => kind === 'creation');
	expect(creations.length).toBeGreaterThan(0);
	for (const { txHash } of creations)
		expect(movements.filter((one) => one.txHash === txHash).map(({ kind }) => kind)).toEqual([
			'fee',
			'creation',
		]);
});

test('counts a block at its first second and none at its last', async () => {
	const blocks = chainOf().past.filter(({ transactions }) => transactions.length);
	const [first, end] = [blocks[40]!, blocks[60]!];
	const { total, movements } = await read({ from: first.timestamp, to: end.timestamp });
	expect(total).toMatchObject({ openingBlock: first.number - 1, closingBlock: end.number - 1 });
	expect(movements.some(({ blockNumber }) => blockNumber === first.number)).toBe(true);
	expect(movements.some(({ blockNumber }) => blockNumber === end.number)).toBe(false);
	expect(
		balancesOf(total)
			.filter(({ symbol }) => symbol === 'AVAX')
			.map(({ closes }) => closes),
	).toEqual(['yes', 'yes', 'yes']);
});

test('closes two periods that follow each other at one balance', async () => {
	const quarter = { to: '2026-07-01T00:00:00Z' };
	const [before, after] = [await read(quarter), await read({ from: '2026-07-01T00:00:00Z' })];
	const whole = await read();
	expect(after.total.openingBlock).toBe(before.total.closingBlock);
	expect(before.movements.length + after.movements.length).toBe(whole.movements.length);
	const keys = [...before.movements, ...after.movements].map(({ key }) => key);
	expect(keys).toEqual(whole.movements.map(({ key }) => key));
	const closing = balancesOf(before.total).map(({ address, token, closingExact }) => [
		address,
		token,
		closingExact,
	]);
	const opening = balancesOf(after.total).map(({ address, token, openingExact }) => [
		address,
		token,
		openingExact,
	]);
	expect(opening).toEqual(closing);
});

test('takes transfers between its addresses for neither income nor expense [P4]', async () => {
	const { movements, total, items } = await read({ return: ['items', 'koinly', 'coinTracking'] });
	const transfers = movements.filter(({ isTransfer }) => isTransfer);
	expect(transfers.length).toBeGreaterThan(3);
	const known = treasuryWallets.map(lower);
	for (const { counterparty, counterpartyName } of transfers) {
		expect(known).toContain(lower(counterparty));
		expect(walletNames).toContain(counterpartyName);
	}
	for (const sums of total.totals as IDataObject[])
		expect(sums.transfersInExact).toBe(sums.transfersOutExact);
	for (const file of ['koinly', 'coinTracking']) {
		const text = readFile(items.at(-1)!, file);
		for (const { txHash, token, amountExact } of transfers)
			expect(
				text
					.split('\n')
					.filter(
						(line) =>
							line.includes(String(txHash)) &&
							line.includes(`,${String(amountExact)},`) &&
							token === null,
					),
			).toEqual([]);
	}
	const [alone] = treasuryWallets;
	const { movements: own } = await read({ addresses: alone });
	expect(own.filter(({ isTransfer }) => isTransfer)).toEqual([]);
});

/** The day of a time in UTC. */
const dayOf = (time: unknown): string => new Date(String(time)).toISOString().slice(0, 10);

test('tells imports and exports apart in items, files and page, so that they can be taken off', async () => {
	const { movements, total, items } = await read({ return: ['items', 'csv', 'page', 'koinly'] });
	const sumOf = (kind: string) =>
		movements
			.filter((one) => one.kind === kind)
			.reduce((sum, { amountExact }) => sum + toWei(amountExact), 0n);
	const [imports, exports] = [sumOf('import'), sumOf('export')];
	expect(imports * exports).not.toBe(0n);
	const [native] = total.totals as IDataObject[];
	expect([toWei(native!.importsExact), toWei(native!.exportsExact)]).toEqual([imports, exports]);
	expect(toWei(native!.incomingExact)).toBeGreaterThanOrEqual(imports);
	expect(toWei(native!.outgoingExact)).toBeGreaterThanOrEqual(exports);
	const ofWallets = balancesOf(total).filter(({ symbol }) => symbol === 'AVAX');
	expect(ofWallets.reduce((sum, one) => sum + toWei(one.importsExact), 0n)).toBe(imports);
	const shown = (units: bigint) =>
		(Number(units) / 1e18).toLocaleString('en-US', {
			minimumFractionDigits: 4,
			maximumFractionDigits: 4,
		});
	const row = String(total.html).split('of which imports, exports')[1]!.split('</tr>')[0];
	expect(row).toContain(`>${shown(imports)}</td>`);
	expect(row).toContain(`>${shown(exports)}</td>`);
	expect(total.notes).toContainEqual(
		expect.stringContaining(
			`In holds imports of ${shown(imports)} AVAX from the P- and X-Chain, and Out holds exports of ${shown(exports)} AVAX to the P- and X-Chain.`,
		),
	);
	const moved = movements.filter(({ kind }) => kind === 'import' || kind === 'export');
	for (const { time, value, amount } of moved) {
		// The mock network has one price for each day in UTC.
		const paid = movements.find(
			(other) => other.kind === 'payment' && dayOf(other.time) === dayOf(time),
		);
		expect(value).toBeGreaterThan(0);
		if (paid)
			expect(Number(value) / Number(amount)).toBeCloseTo(
				Number(paid.value) / Number(paid.amount),
				6,
			);
	}
	const [heads] = readFile(items.at(-1)!, 'csv').split('\r\n');
	expect(heads).toContain(',In,Out,Imports in In,Exports in Out,');
	expect(readFile(items.at(-1)!, 'koinly')).toMatch(/: export to the P- or X-Chain,/);
});

test('has exact values in the Detail CSV, which add up to those of the page', async () => {
	const { movements, items } = await read({ return: ['items', 'detailCsv'] });
	const [heads, ...lines] = parseCsv(readFile(items.at(-1)!, 'detailCsv'));
	const place = heads!.indexOf('Exact Value');
	expect(heads![place - 1]).toBe('Value');
	const found = lines.map((cells) => cells[place]);
	expect(found).toEqual(movements.map(({ valueExact }) => valueExact ?? ''));
	expect(found.some((value) => /\.\d{3,}/.test(value!))).toBe(true);
});

test('has no row over several wallets in the CSV, whose rows have the keys of the items', async () => {
	const { total, items } = await read({ return: ['csv'] });
	const { items: rows } = await read({ return: ['balances'] });
	const [heads, ...lines] = parseCsv(readFile(items.at(-1)!, 'csv'));
	const column = (name: string) => lines.map((cells) => cells[heads!.indexOf(name)]!);
	expect(column('Key')).toEqual(rows.map(({ json }) => json.key));
	expect(new Set(column('Address'))).toEqual(new Set(treasuryWallets));
	const opening = (total.totals as IDataObject[])[0]!.openingExact;
	const ofAvax = column('Opening').filter((_, i) => column('Asset')[i] === 'AVAX');
	expect(ofAvax.reduce((sum, amount) => sum + toWei(amount), 0n)).toBe(toWei(opening));
});

test('names in each fee row whom the transaction called, and the function', async () => {
	const { movements, items } = await read({ return: ['items', 'detailCsv'] });
	const transactions = new Map(
		chainOf().past.flatMap((block) => block.transactions.map((one) => [one.hash, one] as const)),
	);
	const fees = movements.filter(
		({ kind, txHash }) => kind === 'fee' && transactions.has(String(txHash)),
	);
	expect(fees.length).toBeGreaterThan(5);
	for (const { counterparty, method, txHash } of fees) {
		const { to, method: called } = transactions.get(String(txHash))!;
		expect([lower(counterparty), method]).toEqual([
			lower(to),
			called?.name ?? (called?.hash || null),
		]);
	}
	expect(new Set(fees.map(({ method }) => method)).size).toBeGreaterThan(2);
	const file = readFile(items.at(-1)!, 'detailCsv');
	expect(file).toContain(',Kind,Method,Transfer,');
	expect(file).toContain(',fee,buy(),no,');
});

test('has the signed change in the Detail CSV, as in the items', async () => {
	const { movements, items } = await read({ return: ['items', 'detailCsv'] });
	const [heads, ...lines] = parseCsv(readFile(items.at(-1)!, 'detailCsv'));
	const place = heads!.indexOf('Change');
	const changes = lines.map((cells) => cells[place]);
	expect(changes).toEqual(movements.map(({ changeExact }) => changeExact ?? ''));
	expect(changes.some((change) => change!.startsWith('-'))).toBe(true);
});

test('has the value with a sign in the Detail CSV, whose sum leaves out what moved between the wallets', async () => {
	const { movements, items } = await read({ return: ['items', 'detailCsv'] });
	const [heads, ...lines] = parseCsv(readFile(items.at(-1)!, 'detailCsv'));
	const column = (name: string) => lines.map((cells) => cells[heads!.indexOf(name)]!);
	expect(column('Exact Value Change')).toEqual(
		movements.map(({ valueChangeExact }) => valueChangeExact ?? ''),
	);
	const sumOf = (values: unknown[]) => values.reduce<number>((sum, each) => sum + Number(each), 0);
	const valuesOf = (wanted: string) =>
		sumOf(
			movements
				.filter(({ isTransfer, direction }) => !isTransfer && direction === wanted)
				.map(({ valueExact }) => valueExact ?? 0),
		);
	const [incoming, outgoing, fees] = ['incoming', 'outgoing', 'fee'].map(valuesOf) as number[];
	expect(incoming! * outgoing! * fees!).not.toBe(0);
	expect(sumOf(column('Exact Value Change'))).toBeCloseTo(incoming! - outgoing! - fees!, 6);
	expect(sumOf(column('Value Change'))).toBeCloseTo(sumOf(column('Exact Value Change')), 0);
	for (const { direction, valueChange, value, token } of movements) {
		if (value === null) expect(valueChange).toBeNull();
		else if (direction === 'self') expect([token, valueChange]).toEqual([null, 0]);
		else expect(valueChange).toBe(direction === 'incoming' ? value : -Number(value));
	}
	expect(new Set(column('Transfer'))).toEqual(new Set(['yes', 'no']));
	expect(new Set(column('Failed'))).toEqual(new Set(['yes', 'no']));
});

/** Runs it while a token, an NFT and a payment of the first wallet have this address as their other side. */
async function withOther(address: string, work: () => Promise<void>): Promise<void> {
	const wallet = lower(treasuryWallets[0]);
	const chain = chainOf();
	const transfers = [...chain.past, ...chain.blocks]
		.filter(isOfPeriod)
		.flatMap(({ transactions }) => transactions.flatMap((one) => one.transfers));
	const find = (isWanted: (one: (typeof transfers)[number]) => boolean) =>
		transfers.find(isWanted)!;
	const received = ['ERC-20', 'ERC-721'].map((type) =>
		find(({ to, contract }) => lower(to) === wallet && contract.ercType === type),
	);
	const sent = find(
		({ from, contract }) => lower(from) === wallet && contract.ercType === 'ERC-20',
	);
	const before = [...received.map(({ from }) => from), sent.to];
	received.forEach((one) => (one.from = address));
	sent.to = address;
	try {
		await work();
	} finally {
		received.forEach((one, i) => (one.from = before[i]!));
		sent.to = before.at(-1)!;
	}
}

const everyFile = ['detailCsv', 'nftCsv', 'koinly', 'coinTracking'];

test('says of tokens whose other side is nobody that they are newly issued or burnt, wherever it names that side', async () => {
	await withOther(`0x${'0'.repeat(40)}`, async () => {
		const { movements, total, items } = await read({ return: ['items', 'page', ...everyFile] });
		expect(total.html).toContain('>newly issued</td>');
		expect(total.html).toContain('>burnt</td>');
		const last = items.at(-1)!;
		for (const file of ['detailCsv', 'nftCsv'])
			expect(readFile(last, file)).toContain(',newly issued,');
		expect(readFile(last, 'detailCsv')).toContain(',burnt,');
		for (const file of ['koinly', 'coinTracking'])
			for (const words of ['newly issued', 'burnt'])
				expect(readFile(last, file)).toContain(`: token transfer, ${words}"`);
		const named = (words: string) =>
			movements.find(({ counterpartyName }) => counterpartyName === words);
		expect(named('newly issued')).toMatchObject({ direction: 'incoming', counterparty: null });
		expect(named('burnt')).toMatchObject({ direction: 'outgoing', counterparty: null });
		expect(named('newly issued')!.html).toContain('Counterparty: newly issued');
		expect(total.nfts).toContainEqual(
			expect.objectContaining({ counterpartyName: 'newly issued', counterparty: null }),
		);
	});
});

test('calls nothing newly issued whose sender the service does not name', async () => {
	await withOther('', async () => {
		const { movements, total } = await read();
		const all = [
			...movements.filter(({ kind }) => kind === 'token'),
			...(total.nfts as IDataObject[]),
		];
		const unknown = all.filter(
			({ counterparty, counterpartyName }) => counterparty === null && counterpartyName === null,
		);
		expect(unknown.map(({ direction }) => direction).sort()).toEqual([
			'incoming',
			'incoming',
			'outgoing',
		]);
	});
});

test('names the P- or X-Chain as the other side of imports and exports, wherever it names that side', async () => {
	const { movements, total, items } = await read({ return: ['items', 'page', ...everyFile] });
	const moved = movements.filter(({ kind }) => kind === 'import' || kind === 'export');
	expect(new Set(moved.map(({ kind }) => kind)).size).toBe(2);
	for (const movement of moved) {
		expect(movement).toMatchObject({ counterpartyName: 'P- or X-Chain', counterparty: null });
		expect(movement.html).toContain('Counterparty: P- or X-Chain');
	}
	expect(total.html).toContain('</i>P- or X-Chain</td>');
	const last = items.at(-1)!;
	expect(readFile(last, 'detailCsv')).toContain(',P- or X-Chain,export,');
	expect(readFile(last, 'koinly')).not.toContain('Chain, P- or X-Chain');
	const { items: rows } = await read({ return: ['counterparties'] });
	const ofChains = jsonOf(rows).filter(
		({ counterpartyName }) => counterpartyName === 'P- or X-Chain',
	);
	expect(ofChains).toMatchObject([
		{
			title: expect.stringMatching(/: P- or X-Chain, AVAX$/),
			counterparty: null,
			symbol: 'AVAX',
			payments: moved.length,
			key: expect.stringContaining(' P- or X-Chain AVAX '),
		},
	]);
	const { items: ofTool } = await runAsTool('payments', 'getStatement', asked);
	expect(jsonOf(ofTool)[0]!.counterparties).toContainEqual(
		expect.objectContaining({ counterpartyName: 'P- or X-Chain', payments: moved.length }),
	);
});

test('begins the Tx-ID for CoinTracking with the hash that an explorer finds, and repeats none', async () => {
	const { movements, items } = await read({ return: ['items', 'coinTracking'] });
	const lines = readFile(items.at(-1)!, 'coinTracking').split('\r\n').slice(1);
	const ids = lines.map((line) => line.split(',').at(-1)!);
	expect(new Set(ids).size).toBe(ids.length);
	const hashes = new Set(movements.map(({ txHash }) => txHash));
	for (const id of ids) expect(hashes).toContain(id.split(' ')[0]);
});

test('has names to the left on the page and amounts to the right', async () => {
	const { total } = await read({ return: ['page'] });
	const table = String(total.html).split('>Payments, the newest first</h2>')[1]!;
	const [heads, row] = table.split('</tr>', 2).map((line) => {
		const usual = /<tr align="(\w+)">/.exec(line)![1];
		const cells = [...line.matchAll(/<t[dh]([^>]*)>/g)];
		return cells.map(([, attributes]) => /align="(\w+)"/.exec(attributes!)?.[1] ?? usual);
	});
	expect(heads).toEqual(['left', 'left', 'right', 'left', 'right']);
	expect(row).toEqual(heads);
});

test('lists the payments on the page, the newest first, and says how many more there are', async () => {
	const { movements, total } = await read({ return: ['items', 'page'] });
	const payments = movements.filter(({ kind }) => kind !== 'fee');
	const table = String(total.html)
		.split('>Payments, the newest first</h2>')[1]!
		.split('</table>')[0]!;
	const rows = [
		...table.matchAll(
			/<tr[^>]*><td[^>]*>(?:<a[^>]*>)?(\d{4}-\d\d-\d\d \d\d:\d\d)(?:<\/a>)?<\/td>(.*?)<\/tr>/g,
		),
	];
	expect(rows.length).toBeGreaterThan(10);
	const times = rows.map(([, time]) => time);
	expect(times).toEqual([...times].sort().reverse());
	const newest = payments.at(-1)!;
	expect(rows[0]![2]).toContain(`>${String(newest.addressName)}</td>`);
	expect(rows[0]![2]).toContain(` ${String(newest.symbol)}</td>`);
	const ofImports = rows.filter(([, , cells]) => /<\/i>P- or X-Chain</.test(cells!));
	expect(ofImports.length).toBeGreaterThan(0);
	for (const [row] of ofImports) expect(row).not.toContain('<a ');
	const left = payments.length - rows.length;
	if (left > 0)
		expect(table).toContain(`${left} more rows. Add Detail CSV to Return to get all of them.`);
	const { total: short } = await read({ return: ['page'], to: '2026-04-08T00:00:00Z' });
	expect(short.html).not.toContain('Add Detail CSV');
});

const linksOf = (html: unknown) =>
	[...String(html).matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, url, text]) => [url, text]);

test('links each payment on the page to its transaction, and each other side to its address', async () => {
	const { movements, total } = await read({
		return: ['items', 'page'],
		to: '2026-04-08T00:00:00Z',
	});
	const payments = movements.filter(({ kind }) => kind !== 'fee').reverse();
	expect(payments.length).toBeGreaterThan(1);
	const pages = 'https://subnets.avax.network/c-chain';
	expect(linksOf(total.html).map(([url]) => url)).toEqual(
		payments.flatMap(({ txHash, counterparty, explorerUrl }) => {
			expect(explorerUrl).toBe(`${pages}/tx/${String(txHash)}`);
			return [explorerUrl, ...(counterparty ? [`${pages}/address/${String(counterparty)}`] : [])];
		}),
	);
	expect(linksOf(total.html)[0]![1]).toMatch(/^2026-04-0\d \d\d:\d\d$/);
});

test('links nothing on a page to an explorer of a host that the owners of a chain chose', async () => {
	const { movements, total } = await read({
		chainId: demoL1Chain.chainId,
		addresses: demoAccount,
		return: ['items', 'page'],
		period: 'allTime',
	});
	expect(movements[0]!.explorerUrl).toMatch(/^https:\/\/explorer\.example\.org\/\d+\/tx\/0x/);
	expect(total.html).toContain('>Payments, the newest first</h2>');
	expect(total.html).not.toMatch(/<a |http/);
});

test('lists NFTs apart, and adds them to no sum', async () => {
	const { movements, total, items } = await read({ return: ['items', 'nftCsv'] });
	const nfts = total.nfts as IDataObject[];
	expect(nfts.length).toBeGreaterThan(2);
	expect(nfts[0]).toMatchObject({ direction: 'incoming', ercType: 'ERC-721', pieces: '1' });
	expect(movements.filter(({ symbol }) => symbol === 'TICK')).toEqual([]);
	const lines = readFile(items.at(-1)!, 'nftCsv').trim().split('\r\n');
	expect(lines).toHaveLength(nfts.length + 1);
	// Its rows stand in a sheet with those of other chains and months, too.
	expect(lines[0]).toMatch(/,Key,Chain,Time Zone$/);
	for (const [i, line] of lines.slice(1).entries()) {
		const { txHash, address, token, tokenId } = nfts[i]!;
		expect(line).toMatch(
			new RegExp(`,C-Chain ${txHash} ${address} ${token} ${tokenId} 1,C-Chain,[\\w/]+$`),
		);
	}
});

test('values what moved at the price of its time, and nothing without one', async () => {
	const { movements } = await read();
	for (const { token, value, currency } of movements) {
		expect([typeof value, currency]).toEqual(token === null ? ['number', 'USD'] : ['object', null]);
	}
	devnet.clearLog();
	const { movements: plain } = await read({ additionalFields: { withValues: false } });
	expect(plain.every(({ value }) => value === null)).toBe(true);
	expect(devnet.log.filter(({ url }) => /transactions\/0x/.test(url))).toEqual([]);
});

describe.each([
	['404', { status: 404, message: 'missing trie node' }],
	['400', { status: 400, message: 'state is not available' }],
])('where the service answers %s for old state', (_, fault) => {
	test('says that it is unknown whether it closes, and assumes no balance [P3]', async () => {
		devnet.faults([{ host: 'data', path: 'balances:getNative', ...fault }]);
		const { total, movements } = await read({ return: ['items', 'page', 'csv'] });
		expect(movements.length).toBeGreaterThan(10);
		expect(total.closes).toBe('unknown');
		for (const balance of balancesOf(total))
			expect(balance).toMatchObject({
				opening: null,
				closing: null,
				difference: null,
				closes: 'unknown',
				openingExact: null,
				closingExact: null,
			});
		expect(total.notes).toContainEqual(expect.stringContaining('is unknown'));
		expect(total.html).toContain('?');
	});
});

test('says unknown of a token that moved and that the service lists at neither end [P3]', async () => {
	const change = (reply: { json?: unknown }) => {
		const { erc20TokenBalances: listed, ...others } = reply.json as {
			erc20TokenBalances: IDataObject[];
		};
		const erc20TokenBalances = listed.filter(({ symbol }) => symbol !== 'DEUR');
		return { ...reply, json: { ...others, erc20TokenBalances } } as never;
	};
	devnet.faults([{ host: 'data', path: 'balances:listErc20', change }]);
	const { total } = await read();
	const hidden = balancesOf(total).filter(({ symbol }) => symbol === 'DEUR');
	expect(hidden).toHaveLength(3);
	for (const { opening, closing, closes } of hidden)
		expect([opening, closing, closes]).toEqual([null, null, 'unknown']);
});

test('leaves imports and exports that the service does not list in the difference, and says so [P1]', async () => {
	devnet.faults([{ host: 'data', path: 'c-chain/transactions', status: 404 }]);
	const { total, movements } = await read();
	expect(movements.filter(({ kind }) => kind === 'import' || kind === 'export')).toEqual([]);
	expect(balancesOf(total).find(({ token }) => token === null)).toMatchObject({ closes: 'no' });
	expect(total.notes).toContainEqual(expect.stringContaining('They are in the difference'));
	for (const { imports, exportsExact } of balancesOf(total))
		expect([imports, exportsExact]).toEqual([null, null]);
	expect(total.html).not.toContain('of which imports');
});

test('names its addresses and their counterparties, and tells two chains apart by the files', async () => {
	const { movements } = await read();
	const own = treasuryWallets.map(lower);
	const other = movements.find(
		({ counterparty }) => counterparty !== null && !own.includes(lower(counterparty)),
	)!;
	const otherNames = `${String(other.counterparty)} = Customer`;
	const { movements: again, items } = await read({
		return: ['items', 'csv', 'detailCsv'],
		additionalFields: { otherNames },
	});
	expect(again.find(({ key }) => key === other.key)).toMatchObject({
		counterpartyName: 'Customer',
	});
	expect(again.every(({ addressName }) => walletNames.includes(String(addressName)))).toBe(true);
	expect(items.at(-1)!.binary).toMatchObject({
		csv: { fileName: expect.stringMatching(/^statement-c-chain-/) },
		detailCsv: { fileName: expect.stringMatching(/^payments-c-chain-/) },
	});
	expect(readFile(items.at(-1)!, 'detailCsv')).toContain(',Customer,');
});

test('tells two wallets of one name apart, and says that they share it', async () => {
	const [first, second] = treasuryWallets;
	const { movements, total } = await read({
		addresses: `${first} = Ops\n${second} = Ops`,
		return: ['items', 'page'],
	});
	const names = [first!, second!].map((id) => `Ops (${id.slice(0, 6)}...${id.slice(-4)})`);
	expect([...new Set(movements.map(({ addressName }) => addressName))].sort()).toEqual(
		names.sort(),
	);
	expect(total.notes).toContain(
		'Several of these addresses have the name Ops. The ends of the address tell them apart.',
	);
	for (const name of names) expect(total.html).toContain(`>${name}, AVAX</td>`);
	const { total: plain } = await read();
	expect(JSON.stringify(plain.notes)).not.toMatch(/Several of these addresses/);
});

test('says of one failed transaction that it cost a fee', async () => {
	const { movements } = await read();
	const failed = movements.find(({ isOfFailed }) => isOfFailed)!;
	const time = Date.parse(String(failed.time));
	const { total } = await read({
		from: new Date(time).toISOString(),
		to: new Date(time + 1000).toISOString(),
	});
	expect(total.notes).toContain('1 transaction failed: it cost a fee and moved nothing.');
});

test('says unknown of one end alone where the other is there [P3]', async () => {
	devnet.faults([{ host: 'data', path: 'balances:listErc20', status: 404, times: 1 }]);
	const [wallet] = treasuryWallets;
	const { total } = await read({ addresses: wallet });
	for (const { opening, closing, closes } of balancesOf(total)) {
		expect([opening, closes]).toEqual([null, 'unknown']);
		expect(typeof closing).toBe('number');
	}
});

test('fails where a list cannot be read, and gives no half of a statement', async () => {
	devnet.faults([{ host: 'data', path: 'listInternals', status: 503 }]);
	const { items, error } = await run({}, { limits: { retries: 0 } });
	expect(items).toEqual([]);
	expect(error?.message).toContain('resting');
});

test('of every account of every chain closes, from its beginning to now', async () => {
	for (const chainId of ['43114', demoL1Chain.chainId]) {
		const { total, movements } = await read({
			chainId,
			addresses: demoAccount,
			period: 'allTime',
			additionalFields: { withValues: false },
		});
		expect(movements.length).toBeGreaterThan(20);
		expect(balancesOf(total).map(({ closes, difference }) => [closes, difference])).toEqual(
			balancesOf(total).map(() => ['yes', 0]),
		);
	}
});

test('of a period without a block opens and closes at the same', async () => {
	const { total, movements } = await read({
		from: '2026-07-01T00:00:00Z',
		to: '2026-07-01T00:00:01Z',
	});
	expect(movements).toEqual([]);
	expect(total.openingBlock).toBeLessThanOrEqual(total.closingBlock as number);
	for (const { opening, closing } of balancesOf(total)) expect(opening).toBe(closing);
});

test.each([['rows'], ['balances'], ['items']])(
	'says in the output panel what has no value and what does not close, with Return %s',
	async (choice) => {
		const { run: done } = await run({ return: [choice] });
		const { hints = [] } = done.data.resultData.runData.Node[0];
		expect(hints[0]!.message).toContain('A difference is left that no service explains');
		expect(hints[0]!.message).toMatch(/Without a value: \d+ movements/);
	},
);

test('says of each of several chains which one has movements without a value', async () => {
	const of = [
		{ chainId: '43114', addresses: treasuryWallets.join() },
		{ chainId: '1', addresses: listWallets({ chainId: '1' }).slice(0, 3).join() },
	];
	const { run: done } = await run(
		{
			chainId: '={{ $json.chainId }}',
			addresses: '={{ $json.addresses }}',
			return: ['items', 'csv', 'page'],
		},
		{ items: makeItems(of.length, (n) => of[n]!) },
	);
	const { hints = [] } = done.data.resultData.runData.Node[0];
	expect(hints).toHaveLength(2);
	expect(hints[0]!.message).toMatch(
		/^C-Chain: .*Without a value: .* (Ethereum[^:]*): .*Without a value: /,
	);
	expect(hints[0]!.message.match(/C-Chain:/g)).toHaveLength(1);
});

test('of a period before the chain says so, and sends nobody to check the address', async () => {
	const { items, run: done } = await run({ from: '2010-01-01', to: '2010-02-01' });
	const { hints = [] } = done.data.resultData.runData.Node[0];
	expect(hints[0]!.message).toBe('Nothing was found. The chain has no block in this period.');
	expect(jsonOf(items).at(-1)!.notes).toContainEqual('The chain has no block in this period.');
});

test('without a movement, but with a balance, says where that is, and does not doubt the address', async () => {
	const addresses = fundedAccount;
	const { items, run: done } = await run({ addresses, return: ['balances'] });
	expect(jsonOf(items)[0]).toMatchObject({ incoming: 0, outgoing: 0, closes: 'yes' });
	expect(jsonOf(items)[0]!.opening).toBeGreaterThan(0);
	const { hints = [] } = done.data.resultData.runData.Node[0];
	expect(hints[0]!.message).toBe(
		'There was no movement in this period. Balances and Page in Return have the balances.',
	);
	const nobody = await run({ addresses: `0x${'12'.repeat(20)}` });
	expect(nobody.run.data.resultData.runData.Node[0].hints![0]!.message).toContain(
		'Check Chain, and that each is a wallet',
	);
});

test('finds the blocks of a period in at most 40 requests for each end, once for all items', async () => {
	devnet.clearLog();
	const items = makeItems(treasuryWallets.length, (n) => ({ address: treasuryWallets[n] }));
	const { error } = await run(
		{ addresses: '={{ $json.address }}', additionalFields: { withValues: false } },
		{ items },
	);
	expect(error).toBeUndefined();
	const blocks = devnet.log.filter(({ url }) => /\/blocks(\/\d+|\?)/.test(url));
	expect(blocks.length).toBeLessThanOrEqual(80);
	expect(new Set(blocks.map(({ url }) => url)).size).toBe(blocks.length);
});

test('sends only what the services describe', async () => {
	await read({ return: ['csv'] });
	const known = endpoints.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}$`));
	const paths = new Set(devnet.log.map(({ url }) => url.split('?')[0]!));
	expect([...paths].filter((path) => !known.some((one) => one.test(path)))).toEqual([]);
	expect(devnet.log.filter(({ status }) => status !== 200)).toEqual([]);
});

test('says who paid the fee of a transaction by name and by address, in items and in the Detail CSV', async () => {
	const { movements, items } = await read({ return: ['items', 'detailCsv'] });
	const [heads, ...lines] = parseCsv(readFile(items.at(-1)!, 'detailCsv'));
	for (const [head, field] of [
		['Fee Paid By Name', 'feePaidByName'],
		['Fee Paid By', 'feePaidBy'],
	] as const)
		expect(lines.map((cells) => cells[heads!.indexOf(head)])).toEqual(
			movements.map((movement) => movement[field] ?? ''),
		);
	const own = movements.find(({ kind }) => kind === 'fee')!;
	expect([own.feePaidByName, own.feePaidBy]).toEqual([own.addressName, own.address]);
});

test('says of digits only what the chosen Return has, and nothing to an agent', async () => {
	const lastNote = async (...choices: string[]) => {
		const { items } = await run({ return: choices, to: '2026-04-08T00:00:00Z' });
		return (jsonOf(items).at(-1)!.notes as string[]).at(-1);
	};
	expect(await lastNote('items')).toBe(
		'Sums are exact. All digits stand in fields or columns with Exact in their name.',
	);
	expect(await lastNote('page', 'detailCsv')).toBe(
		'Sums are exact. The page rounds figures. CSV files round money beside an exact column.',
	);
	expect(await lastNote('koinly')).toBe('Sums are exact.');
	const { items } = await runAsTool('payments', 'getStatement', asked);
	expect(String(jsonOf(items)[0]!.notes)).not.toMatch(/Exact|CSV|The page/);
});

test('says on the page that the end of the period is no part of it, as the CSV does', async () => {
	const { total } = await read({ return: ['page'], additionalFields: { timeZone: 'UTC' } });
	expect(total.html).toContain('C-Chain, from 2026-04-01 00:00 to before 2026-10-01 00:00.');
});

test('gives an agent the balances and sums alone', async () => {
	const { items, error } = await runAsTool('payments', 'getStatement', asked);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	expect(items[0].json).toMatchObject({ isTotal: true, closes: 'no' });
});

test('gives an agent the values at both ends, without a request for each transaction', async () => {
	const { total } = await read();
	devnet.clearLog();
	const { items } = await runAsTool('payments', 'getStatement', asked);
	const valuesOf = (of: IDataObject) =>
		balancesOf(of).map(({ openingValue = null, closingValue = null }) => [
			openingValue,
			closingValue,
		]);
	const inCents = valuesOf(total).map((ends) =>
		ends.map((value) => value && Number((value as number).toFixed(2))),
	);
	expect(valuesOf(items[0].json)).toEqual(inCents);
	for (const value of valuesOf(total)[0]!) expect(value).toBeGreaterThan(0);
	expect(devnet.log.filter(({ url }) => /\/transactions\/0x/.test(url))).toHaveLength(2);
	const notes = String(items[0].json.notes);
	expect(notes).not.toContain('Without a value');
	expect(notes).toContain('Only a shorter period has the values of payments');
});

test('names movements of unknown decimals in the output panel, and that files for tax programs lack them', async () => {
	const change = (reply: { json?: unknown }) => {
		const json: unknown = JSON.parse(JSON.stringify(reply.json), (_key, value: unknown) =>
			(value as IDataObject | null)?.symbol === 'DEUR'
				? { ...(value as IDataObject), decimals: undefined }
				: value,
		);
		return { ...reply, json } as never;
	};
	devnet.faults([{ host: 'data', path: 'addresses', change }]);
	const { items, run: done } = await run({ return: ['rows'] });
	const { items: withFiles } = await run({ return: ['koinly'] });
	const unknown = jsonOf(items).filter(({ symbol }) => symbol === 'DEUR');
	expect(unknown.length).toBeGreaterThan(0);
	for (const { amount, amountExact, units } of unknown)
		expect([amount, amountExact, /^\d+$/.test(String(units))]).toEqual([null, null, true]);
	expect(done.data.resultData.runData.Node[0].hints![0]!.message).toContain(
		`how many decimals the token of ${unknown.length} movements has. Units has the whole number. The files for Koinly and CoinTracking leave these movements out.`,
	);
	expect(readFile(withFiles.at(-1)!, 'koinly')).not.toContain('DEUR');
});

test('of the contract of a token says that it is no wallet', async () => {
	const [token] = balancesOf((await read()).total).flatMap(({ symbol, token: of }) =>
		symbol === 'DEUR' ? [of] : [],
	);
	const { total, items } = await read({ addresses: token });
	const note = new RegExp(
		`Transactions of others call a token at ${String(token)} \\(\\d+ transactions?\\)\\. That is the contract of a token, and no wallet`,
	);
	expect(String(total.notes)).toMatch(note);
	expect(items).not.toEqual([]);
	const { run: done } = await run({ addresses: token, return: ['rows'] });
	expect(done.data.resultData.runData.Node[0].hints![0]!.message).toMatch(note);
	expect(String((await read()).total.notes)).not.toContain('no wallet');
});

test.each([
	['a wrong address', { addresses: '0x12' }, /Addresses/],
	[
		'an address of the P-Chain',
		{ addresses: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5' },
		/Addresses/,
	],
	[
		'too many',
		{
			addresses: Array.from({ length: 51 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`).join(
				'\n',
			),
		},
		/at most 50 addresses\. There are 51\. Make an item for each group/,
	],
	['a period of no time', { from: '2026-10-01', to: '2026-04-01' }, /From must be before To/],
	['a future', { from: '2036-10-01', to: '2037-04-01' }, /From is in the future/],
	[
		'files beside rows alone',
		{ return: ['rows', 'csv'] },
		/Choose Items Without Total alone in Return/,
	],
	[
		'files beside balances',
		{ return: ['balances', 'csv'] },
		/Choose Balances alone in Return.*Without Balances, the total holds the same in its field balances/s,
	],
])('refuses %s before anything is sent', async (_, more, message) => {
	const { error } = await run(more);
	expect(saidBy(error)).toMatch(message);
	expect(devnet.log).toEqual([]);
});

test.each([
	['a sum', 'listNative', '{"value":"1.5"}'],
	['a fee', 'listNative', '{"gasUsed":null}'],
	['a status', 'listNative', '{"txStatus":"maybe"}'],
	['whether it was reverted', 'listInternals', '{"isReverted":null}'],
	['a block', 'listErc20', '{"blockNumber":"latest"}'],
])('adds up no record without %s', async (_, path, addFields) => {
	devnet.faults([{ host: 'data', path, addFields }]);
	const { items, error } = await run();
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/it holds a/);
});

describe('the value of opening balances', () => {
	const nativeOf = (total: IDataObject) => (total.totals as IDataObject[])[0]!;

	test('is the closing value of the period before, in items, page and file', async () => {
		const { total: before } = await read({ to: '2026-07-01' });
		const { total, items } = await read({ from: '2026-07-01', return: ['items', 'page', 'csv'] });
		const [last, first] = [nativeOf(before), nativeOf(total)];
		expect(first.openingValue).toBeGreaterThan(0);
		expect(first).toMatchObject({
			openingValue: last.closingValue,
			openingValueExact: last.closingValueExact,
			openingPrice: last.closingPrice,
			currency: 'USD',
		});
		expect(total.html).toContain('Opening value');
		expect(total.notes).toContainEqual(
			expect.stringMatching(
				/^The opening value is that of AVAX alone, at the price of the day before/,
			),
		);
		const [heads, ...lines] = parseCsv(readFile(items.at(-1)!, 'csv'));
		const place = heads!.indexOf('Exact Opening Value');
		expect(heads!.slice(place - 2, place + 2)).toEqual([
			'Closing',
			'Opening Value',
			'Exact Opening Value',
			'Closing Value',
		]);
		expect(lines.map((cells) => cells[place])).toEqual(
			balancesOf(total).map(({ openingValueExact }) => openingValueExact ?? ''),
		);
	});

	test('is unknown and says so where the service has no price of the day before', async () => {
		const first = chainOf().past.find(isOfPeriod)!.number;
		const change = (reply: { json?: unknown }, { url }: { url: URL }) => {
			const json = reply.json as IDataObject;
			const [, block] = /blocks\/(\d+)/.exec(String(url)) ?? [];
			const isHidden = 'transactions' in json && Number(block) < first;
			return { ...reply, json: isHidden ? { ...json, transactions: [] } : json } as never;
		};
		devnet.faults([{ host: 'data', path: 'blocks/', change }]);
		const { total } = await read({ return: ['items', 'page'] });
		expect(nativeOf(total)).toMatchObject({ openingValue: null, openingPrice: null });
		expect(nativeOf(total).closingValue).toBeGreaterThan(0);
		expect(nativeOf(total).opening).toBeGreaterThan(0);
		expect(total.notes).toContainEqual(
			'The opening value is unknown: the service has no price of the day before.',
		);
	});

	test('is not asked for without values', async () => {
		const { total } = await read({ additionalFields: { withValues: false } });
		expect(nativeOf(total)).toMatchObject({ openingValue: null, openingPrice: null });
		expect(String(total.notes)).not.toContain('opening value');
	});
});

describe('the value of closing balances', () => {
	/** A period whose last block has a transaction. */
	const busy = () => {
		const block = chainOf().past.findLast(
			({ timestamp, transactions }) => transactions.length && timestamp < end,
		)!;
		return { block, to: block.timestamp + 1 };
	};
	const nativeOf = (total: IDataObject) => (total.totals as IDataObject[])[0]!;

	test('is that of the price of the last day, in items, page and file', async () => {
		const { block, to } = busy();
		const { total, items } = await read({ to, return: ['items', 'page', 'csv'] });
		const { transactions } = block;
		const answer = await fetch(
			`${devnet.dataUrl}/v1/chains/43114/transactions/${transactions[0]!.hash}`,
		);
		const { networkTokenDetails } = (await answer.json()) as {
			networkTokenDetails: { historicalPrice: { value: number } };
		};
		const { value: price } = networkTokenDetails.historicalPrice;
		const native = nativeOf(total);
		expect(native).toMatchObject({ closingPrice: price, currency: 'USD' });
		expect(native.closingValue).toBeCloseTo(Number(native.closing) * price, 3);
		const others = balancesOf(total).filter(({ token }) => token !== null);
		expect(others.length).toBeGreaterThan(0);
		for (const other of others)
			expect(other).toMatchObject({
				closingValue: null,
				closingPrice: null,
				currency: null,
				closingValueExact: null,
			});
		const shown = Number(native.closingValue).toLocaleString('en-US', {
			minimumFractionDigits: 2,
			maximumFractionDigits: 2,
		});
		expect(total.html).toContain(`>${shown} USD</td>`);
		expect(total.html).toContain('>Closing value</th>');
		expect(total.notes).toContainEqual(
			expect.stringMatching(
				/^The closing value is that of AVAX alone, at the price of the last day/,
			),
		);
		const [heads, ...lines] = parseCsv(readFile(items.at(-1)!, 'csv'));
		const place = heads!.indexOf('Closing Value');
		expect(heads!.slice(place, place + 4)).toEqual([
			'Closing Value',
			'Exact Closing Value',
			'Currency',
			'Difference',
		]);
		expect(lines.map((cells) => cells[place + 1])).toEqual(
			balancesOf(total).map(({ closingValueExact }) => closingValueExact ?? ''),
		);
	});

	/** A change of an answer's fields, where the answer has them. */
	const changing = (fields: IDataObject) => (reply: { json?: unknown }) => {
		const json = reply.json as IDataObject;
		const isMeant = Object.keys(fields).some((name) => name in json);
		return { ...reply, json: isMeant ? { ...json, ...fields } : json } as never;
	};

	test.each([
		['has no price', 'transactions/0x', { networkTokenDetails: {} }],
		['is not there', 'blocks/', { transactions: [] }],
	])('is unknown and says so if the last transaction %s', async (_, path, fields) => {
		const { to } = busy();
		devnet.faults([{ host: 'data', path, change: changing(fields) }]);
		const { total } = await read({ to, return: ['items', 'page'] });
		expect(nativeOf(total)).toMatchObject({
			closingValue: null,
			closingPrice: null,
			currency: null,
		});
		expect(nativeOf(total).closing).toBeGreaterThan(0);
		expect(total.html).toContain('>unknown<');
		expect(total.notes).toContainEqual(
			'The closing value is unknown: the service has no price of the last day.',
		);
	});

	test('is told of a period that ended long ago, whatever its last day holds', async () => {
		const { total } = await read();
		expect(nativeOf(total).closingValue).toBeGreaterThan(0);
		expect(total.notes).toContainEqual(expect.stringMatching(/at the price of the last day/));
	});

	test('is at the price of now, that of balances, if the period is not over', async () => {
		const { chainId, addresses } = asked;
		const balances = await engine.runNode('avalancheData', {
			resource: 'balance',
			operation: 'getNative',
			chainId,
			address: addresses,
			currency: 'usd',
		});
		const [{ price }] = jsonOf(balances.items);
		expect(price).toBeGreaterThan(0);
		const { total } = await read({ period: 'thisMonth', from: '', to: '' });
		expect(nativeOf(total)).toMatchObject({ closingPrice: price, currency: 'USD' });
		expect(total.notes).toContainEqual(expect.stringMatching(/at the price of now/));
	});

	test('of nothing is 0, with a price and without', async () => {
		const addresses = `0x${'5'.repeat(40)}`;
		for (const chainId of ['43114', '1']) {
			const { total } = await read({ chainId, addresses });
			expect(nativeOf(total)).toMatchObject({
				closing: 0,
				closingValue: 0,
				closingValueExact: '0',
				currency: 'USD',
			});
			expect(String(total.notes)).not.toContain('unknown');
		}
	});

	test('is unknown on a chain of whose token the service has no price, as are its movements', async () => {
		const wallets = listWallets({ chainId: '1' });
		const { total, movements } = await read({ chainId: '1', addresses: wallets.join('\n') });
		expect(movements.length).toBeGreaterThan(5);
		expect(movements.every(({ value }) => value === null)).toBe(true);
		expect(total.notes).toContainEqual(
			`Without a value: ${movements.length} movements. The service has no price of ETH on this chain, and none of tokens.`,
		);
		expect(total.notes).toContainEqual(
			'The closing value is unknown: the service has no price of ETH on this chain.',
		);
	});

	test('is not asked for without values', async () => {
		const { to } = busy();
		devnet.clearLog();
		const { total } = await read({
			to,
			return: ['items', 'page', 'csv'],
			additionalFields: { withValues: false },
		});
		expect(total.html).not.toContain('losing value');
		expect(devnet.log.filter(({ url }) => url.includes('/transactions?pageSize'))).toEqual([]);
	});
});

test('doubts an address without movements only if it holds nothing', async () => {
	const quiet = { from: '2026-04-01T00:00:00Z', to: '2026-04-01T00:30:00Z' };
	const hintsOf = async (addresses: string) =>
		JSON.stringify((await run({ ...quiet, addresses })).run.data.resultData.runData.Node[0].hints);
	const said = await hintsOf('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC');
	expect(said).toContain('no movement in this period');
	expect(said).not.toContain('each is a wallet');
	expect(await hintsOf(`0x${'9'.repeat(40)}`)).toContain('each is a wallet');
});
