import { isHash } from '../../nodes/shared/values/hex';
import { isEvmAddress } from '../../nodes/shared/values/checksum.ts';
import { isBech32Address, isHexAddress, isId, isNodeId } from '../../nodes/shared/values/ids.ts';

test('IDs of the public networks pass, and fail with one letter changed', () => {
	for (const id of [
		'11111111111111111111111111111111LpoYY',
		'2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
		'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
		'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy',
	]) {
		expect(isId(id)).toBe(true);
		expect(isId(id.slice(0, -1) + (id.endsWith('Y') ? 'Z' : 'Y'))).toBe(false);
		expect(isNodeId(`NodeID-${id}`)).toBe(false);
	}
	expect(isId('')).toBe(false);
	expect(isId('0OIl')).toBe(false);
});

test('node IDs need their prefix, 20 bytes and a valid checksum', () => {
	expect(isNodeId('NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg')).toBe(true);
	expect(isNodeId('NodeID-111111111111111111116DBWJs')).toBe(true);
	expect(isNodeId('7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg')).toBe(false);
	expect(isNodeId('NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lh')).toBe(false);
	expect(isNodeId('NodeID-')).toBe(false);
});

test('bech32 addresses need a valid checksum, with or without their chain', () => {
	const address = 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
	expect(['', 'P-', 'X-', 'C-'].map((chain) => isBech32Address(chain + address))).toEqual([
		true,
		true,
		true,
		true,
	]);
	expect(isBech32Address(`D-${address}`)).toBe(false);
	expect(isBech32Address(address.replace('8j', '9j'))).toBe(false);
	expect(isBech32Address(address.replace('local', 'avax'))).toBe(false);
	expect(isBech32Address('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC')).toBe(false);
});

test('an EVM address in mixed case has a valid checksum', () => {
	const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
	const forms = [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`];
	expect(forms.map(isEvmAddress)).toEqual([true, true, true]);
	expect(isEvmAddress(address.replace('8', '9'))).toBe(false);
	expect(isEvmAddress(address.replace('F', 'f'))).toBe(false);
});

test('hexadecimal addresses and hashes have their length', () => {
	expect(isHexAddress('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC')).toBe(true);
	expect(isHexAddress('0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52F')).toBe(false);
	expect(isHash(`0x${'a1'.repeat(32)}`)).toBe(true);
	expect(isHash(`0x${'a1'.repeat(31)}`)).toBe(false);
});

test('a text that is longer than any ID is not read', () => {
	const looks = jest.spyOn(String.prototype, 'indexOf');
	expect([isId('2'.repeat(300_000)), isNodeId(`NodeID-${'2'.repeat(300_000)}`)]).toEqual([
		false,
		false,
	]);
	const counted = looks.mock.calls.length;
	looks.mockRestore();
	expect(counted).toBeLessThan(100);
});
