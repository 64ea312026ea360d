/** What is said of a wrong address, ID or hash: a fault of its own for each, and how to mend it. */
import { evmAddressLines } from '../../nodes/shared/fields/chosenAddresses.ts';
import { chooseValidators } from '../../nodes/shared/fields/chosenValidators.ts';
import { evmAddress, subnetId } from '../../nodes/shared/fields/common.ts';
import { encodeField, type Field } from '../../nodes/shared/fields/fields.ts';
import { sayExample } from '../../nodes/shared/fields/fixes.ts';
import { InvalidField } from '../../nodes/shared/fields/invalid.ts';
import { nodeIds, primaryAddresses } from '../../nodes/shared/fields/listFields.ts';
import { blockHash } from '../../nodes/Evm/fields/blocks.ts';
import { account, contract } from '../../nodes/Evm/fields/addresses.ts';

const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const hash = `0x${'ab'.repeat(32)}`;
const nodeId = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const id = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const onPChain = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

function refusalOf(field: Field, entered: unknown): InvalidField {
	try {
		encodeField(field, entered, { timezone: 'UTC' });
	} catch (error) {
		return error as InvalidField;
	}
	throw new Error(`${field.name} accepts ${entered}`);
}

const cases: Array<[field: Field, faults: Array<[entered: string, fix: RegExp]>]> = [
	[
		account,
		[
			[address.slice(0, -1), /is 1 digit too short/],
			[`${address}12`, /is 2 digits too long/],
			[address.replace('7', 'g'), /"g" is not a hexadecimal digit/],
			[address.replace('8db9', '8DB9'), /capital letters do not match the checksum/],
			[address.slice(2), /put 0x in front/],
			[
				hash,
				/looks like a hash, or like a private key, which belongs nowhere\. For a transaction hash, use/,
			],
			[nodeId, /looks like a node ID\. Use Avalanche Validators/],
			[
				onPChain,
				/looks like a P-Chain or X-Chain address\..* Get Many on Primary Network.* Reward > Get Report/,
			],
			[id, /looks like the ID of a chain/],
			['vitalik.eth', /names are not looked up\. Enter the address .* begins with 0x/],
			['DE89370400440532013000', /number of a bank account \(IBAN\)\. Enter the address/],
			['pay.me.avax', /names are not looked up/],
		],
	],
	[
		evmAddress,
		[
			['0x1234', /is 36 digits too short/],
			[
				'hello',
				/^Check Address: this looks like a name or a token's symbol\. Enter the address, which begins with 0x\./,
			],
			[
				address.replace('8', '9'),
				/capital letters do not match the checksum.*Copy the value again from its source\.(?!.*small)/,
			],
		],
	],
	[
		nodeIds,
		[
			[`${nodeId}, ${nodeId.slice(0, -1)}`, /checksum does not match/],
			[nodeId.replace('7X', '0X'), /"0" is not a character/],
			[nodeId.slice('NodeID-'.length), /put NodeID- in front/],
			[nodeId.toLowerCase(), /its capitals count/],
			[nodeId.replace('NodeID', 'nodeid'), /capital N, I and D/],
			[address, /looks like an EVM address/],
			[onPChain, /looks like a P-Chain or X-Chain address/],
		],
	],
	[
		subnetId,
		[
			['53935', /looks like an EVM chain ID/],
			['43114', /of the Primary Network/],
			[id.replace('o', '0'), /"0" is not a character/],
			[id.slice(0, -1), /checksum does not match/],
			[hash, /looks like a hash, or like a private key/],
		],
	],
	[
		contract,
		[
			[onPChain, /where no contracts are\. Enter the address of the contract/],
			[hash, /Transaction > Get Receipt names the contract/],
			[nodeId, /looks like a node ID\. Enter the address of the contract/],
		],
	],
	[
		blockHash,
		[
			['71000000', /looks like a block number/],
			[hash.slice(0, -4), /is 4 digits too short/],
			[address, /looks like an EVM address/],
			[id, /looks like the ID of a P-Chain or X-Chain transaction/],
		],
	],
	[
		primaryAddresses,
		[
			[onPChain.replace('jma', 'jmm'), /checksum of the address does not match/],
			[address, /looks like an EVM address\. .* Balance > Get Native/],
			[nodeId, /looks like a node ID/],
		],
	],
];

describe.each(cases.map(([field, faults]) => [field.displayName, field, faults] as const))(
	'%s',
	(name, field, faults) => {
		test.each(faults)('%s', (entered, fix) => {
			const { message, description } = refusalOf(field, entered);
			expect(message).toMatch(new RegExp(`^Check ${name}(, entry \\d+)?: .{5,85}$`));
			expect(`${message}. ${description}`).toMatch(fix);
			expect(description).toContain(`${name} must be`);
		});

		test('says of each fault what it is', () => {
			const lines = faults.map(([entered]) => refusalOf(field, entered).message);
			const names = lines.filter((line) => !line.includes('names are not'));
			expect(new Set(names).size).toBe(names.length);
		});
	},
);

test('a hash among addresses, which may be a key, is not shown, and leaves no half sentence', () => {
	const lines = evmAddressLines({ displayName: 'Addresses', name: 'addresses' }, 50);
	const { message, description } = refusalOf(lines, hash);
	expect(message).toBe(
		'Check Addresses, line 1: this looks like a hash, or like a private key, which belongs nowhere',
	);
	expect(description).toMatch(/Get of Avalanche EVM Chains\.$/);
});

test('a short rule stands in the line itself, and nothing stands there twice', () => {
	const refused = refusalOf(evmAddressLines({ displayName: 'To', name: 'to' }, 50), [
		{ address, name: 'A [b]', group: 'c' },
	]);
	expect(refused.message).toBe(
		'Check To: two groups in row 1: one behind the name, and one beside it',
	);
	expect(refused.description).toMatch(/^Example: 0x\w+ = Hot wallet\.$/);
});

test('an example that ends a month stays the first day of one, and any other is of today', () => {
	const today = new Date().toISOString().slice(0, 10);
	const first = `${today.slice(0, 7)}-01`;
	const sayOf = (date: string) => sayExample({ placeholder: `e.g. ${date} 18:30:00` });
	expect(sayOf('2026-02-01')).toBe(`Example: ${first} 18:30:00.`);
	expect(sayOf('2026-02-15')).toBe(`Example: ${today} 18:30:00.`);
});

test('an empty field is required, and says what belongs into it', () => {
	expect(refusalOf(account, '  ')).toMatchObject({
		message: 'Fill in Address',
		description:
			'Address of the account (0x...). Example: 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC. If it has an expression, the result is empty: check the name of the field that it reads.',
	});
	const [, rows] = chooseValidators('searchValidators');
	expect(refusalOf(rows!, { rows: [] })).toMatchObject({
		message: 'Fill in Your Validators',
		description:
			'Validators and your names for them. Click Add Validator, then choose from the list or enter an ID. If it has an expression, the result is empty: check the name of the field that it reads.',
	});
});
