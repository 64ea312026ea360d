/** The token of the mock network, which moves: transfers, by request and by themselves, and new owners. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Interface } from 'ethers';
import { demoAccount, demoDeployer, type Devnet } from '../../../devnet/devnet.mts';
import { call, control, send, start } from './devnetScene.mts';

const token = new Interface([
	'function balanceOf(address owner) view returns (uint256)',
	'function owner() view returns (address)',
	'event Transfer(address indexed from, address indexed to, uint256 value)',
	'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
]);
const poor = '0x00000000000000000000000000000000000000aa';

const evm = async (devnet: Devnet, method: string, ...params: unknown[]) =>
	(await call(devnet, '/ext/bc/C/rpc', method, params)).result;
async function read(devnet: Devnet, name: string, ...args: unknown[]): Promise<unknown> {
	const data = token.encodeFunctionData(name, args);
	const result = await evm(devnet, 'eth_call', { to: devnet.token, data }, 'latest');
	return token.decodeFunctionResult(name, result)[0];
}
/** What the token emitted, as texts. */
async function listEvents(devnet: Devnet): Promise<string[][]> {
	const logs: any[] = await evm(devnet, 'eth_getLogs', { address: devnet.token, fromBlock: '0x0' });
	return logs.map((log) => {
		const { name, args } = token.parseLog(log)!;
		return [name, ...args.map((arg: unknown) => String(arg).toLowerCase())];
	});
}

test('a transfer moves tokens and is logged; a sender who holds too little gets what is missing', async () => {
	const devnet = await start();
	const before = (await read(devnet, 'balanceOf', demoAccount)) as bigint;
	const { json } = await control(devnet, 'transfer', { to: poor, amount: '1.5' });
	expect(await read(devnet, 'balanceOf', demoAccount)).toBe(before - 1_500_000n);
	expect(await read(devnet, 'balanceOf', poor)).toBe(1_500_000n);
	const receipt = await evm(devnet, 'eth_getTransactionReceipt', json.transactionHash);
	expect(receipt).toMatchObject({ status: '0x1', from: demoAccount.toLowerCase() });

	await control(devnet, 'transfer', { from: poor, to: demoAccount, amount: 250_000 });
	expect(await read(devnet, 'balanceOf', poor)).toBe(0n);
	expect(await listEvents(devnet)).toEqual([
		['Transfer', demoAccount.toLowerCase(), poor, '1500000'],
		['Transfer', poor, demoAccount.toLowerCase(), '250000000000'],
	]);
});

test('what cannot be transferred is refused with a reason', async () => {
	const devnet = await start();
	const refused = async (choice: object) => {
		const { status, json } = await control(devnet, 'transfer', choice);
		return [status, json.message];
	};
	const tooFine = 'amount is a decimal number with at most 6 places';
	expect(await refused({ amount: '0.0000001' })).toEqual([400, tooFine]);
	expect(await refused({ amount: '-1' })).toEqual([400, tooFine]);
	expect(await refused({ token: poor })).toEqual([
		400,
		`${poor} is no ERC-20 token of the mock network`,
	]);
});

test('the token gets another owner; only its owner can give it away', async () => {
	const devnet = await start();
	const [first, second] = [demoDeployer, demoAccount].map((one) => one.toLowerCase());
	await control(devnet, 'transferOwnership', {});
	expect(await read(devnet, 'owner')).toBe(demoAccount);
	await control(devnet, 'transferOwnership', { to: poor });
	expect(await listEvents(devnet)).toEqual([
		['OwnershipTransferred', first, second],
		['OwnershipTransferred', second, poor],
	]);
	const take = { from: demoAccount, to: devnet.token, data: `0xf2fde38b${'1'.padStart(64, '0')}` };
	const { error } = await call(devnet, '/ext/bc/C/rpc', 'eth_call', [take, 'latest']);
	expect(error.message).toMatch(/revert/);
});

test('small transfers come by themselves, and the chain is kept from one start to the next', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'devnet-'));
	const options = { folder, transferSeconds: 0.05 };
	const devnet = await start(options);
	while ((await listEvents(devnet)).length < 3) await sleep(20);
	await control(devnet, 'transferOwnership', { to: poor });
	await devnet.close();

	const again = await start({ folder });
	const events = await listEvents(again);
	expect(events.filter(([name]) => name === 'Transfer').length).toBeGreaterThanOrEqual(3);
	expect(events.flat()).toContain(poor);
	expect((await read(again, 'owner'))!.toString().toLowerCase()).toBe(poor);
	await again.close();
	rmSync(folder, { recursive: true });
});

test('the page for people names the token and how to transfer it', async () => {
	const devnet = await start();
	const { text } = await send(devnet.url);
	expect(text).toMatch(new RegExp(`${devnet.token}.*Demo Dollar`));
	expect(text).toContain('/control/transfer ');
});
