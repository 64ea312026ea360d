/** The operations that docs/agents.md advises as tools: each is called as a model calls it, with the fields of the page. */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import {
	demoAccount,
	demoL1Chain,
	ourNodeIds,
	ourRewardAddress,
	treasuryWallets,
} from '../../devnet/devnet.mts';
import { listRows, toParameters, type Row } from '../../tools/groups.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';
import { makeScene } from './evmScene.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);
let transactionHash: string;
beforeAll(async () => {
	({ transactionHash } = await makeScene(devnet));
});

interface Useful {
	/** What the user entered himself. */
	entered?: IDataObject;
	/** What the model wrote, by the label of the field. */
	wrote: () => Record<string, string>;
	/** What it reads then. */
	reads: object;
}

const [ours, other] = ourNodeIds as [string, string];
const custom = { period: 'custom', return: ['items'] };
const october = () => ({ From: '2026-10-01', To: '2026-11-01' });
const ofAccount = () => ({ Chain: '43114', Address: demoAccount });
const number = expect.any(Number);

/** By the label of the operation. */
const useful: Record<string, Useful> = {
	'Account > Get Balance': {
		wrote: () => ({ Chain: 'C', Address: demoAccount }),
		reads: { balance: number, symbol: 'AVAX' },
	},
	'Balance > Get All': { wrote: ofAccount, reads: { symbol: 'AVAX', balance: number } },
	'Transaction > Get Many of Address': { wrote: ofAccount, reads: { txHash: expect.any(String) } },
	'Token Transfer > Get Many ERC-20 of Address': {
		wrote: ofAccount,
		reads: { amount: number, symbol: expect.any(String) },
	},
	'Transaction > Get': {
		wrote: () => ({ Chain: 'C', 'Transaction Hash': transactionHash }),
		reads: { blockNumber: 2, status: 'success', time: expect.any(String) },
	},
	'Primary Network Validator > Get': {
		entered: { names: `${ours} = Frankfurt-1\n${other} = Zurich-1` },
		wrote: () => ({ Validator: 'Frankfurt-1' }),
		reads: { nodeId: ours, name: 'Frankfurt-1', uptime: number },
	},
	'Primary Network Validator > Get Report': {
		entered: { validatorsFrom: 'lines', nodeIds: `${ours} = Frankfurt-1\n${other}` },
		wrote: () => ({}),
		reads: { validators: 2, needAttention: number },
	},
	'L1 Validator > Get Many': {
		entered: { subnetId: demoL1Chain.subnetId },
		wrote: () => ({}),
		reads: { balance: number, runwayDays: number },
	},
	'Node > Get Health': { wrote: () => ({}), reads: { healthy: true } },
	'Balance > Get Many on Primary Network': {
		entered: { addresses: `P-${ourRewardAddress}` },
		wrote: () => ({}),
		reads: { balanceType: 'unlockedStaked', balance: number, symbol: 'AVAX', value: number },
	},
	'Payments > Get Statement': {
		entered: { ...custom, chainId: '43114', addresses: treasuryWallets.join('\n') },
		wrote: october,
		reads: { isTotal: true, movements: number },
	},
	'Reward > Get Report': {
		entered: {
			...custom,
			rewardsOf: 'validators',
			validatorsFrom: 'lines',
			nodeIds: ourNodeIds.join(),
		},
		wrote: october,
		reads: { amount: number, symbol: 'AVAX' },
	},
};

const page = readFileSync('docs/agents.md', 'utf8');
/** The rows of the page's tables of operations: the label, the address of its section, and the fields for the model. */
const advised = [
	...page.matchAll(/^\| [^|]+ \| \[([^\]]+)\]\(operations\/([^)]+)\)\s*\| ([^|]+?)\s*\|/gm),
].map(([, label, section, fields]) => ({
	label: label!,
	section: section!,
	fields: fields === 'nothing' ? [] : fields!.split(', '),
}));

const nodes: Record<string, string> = {
	'evm.md': 'avalancheEvm',
	'data.md': 'avalancheData',
	'validators.md': 'avalancheValidators',
	'node-info.md': 'avalancheInfo',
};
const rows = listRows();

/** The row of an operation by its label, in the node whose page its section is on. */
function findRow(label: string, section: string): Row {
	const [resourceName, operationName] = label.split(' > ');
	return rows.find(
		({ description, group, resource, row }) =>
			description.name === nodes[section.split('#')[0]!] &&
			group.resources[resource]!.name === resourceName &&
			row.name === operationName,
	)!;
}

test('each operation of the page is tried', () => {
	expect(advised.map(({ label }) => label).sort()).toEqual(Object.keys(useful).sort());
});

test.each(advised)('$label, with $fields from the model', async ({ label, section, fields }) => {
	const at = findRow(label, section);
	const { entered = {}, wrote, reads } = useful[label]!;
	const written = wrote();
	expect(Object.keys(written)).toEqual(fields);
	const left = fields.map((field) => {
		const { name, type } = at.fields.find(({ displayName }) => displayName === field)!;
		const byModel = `={{ $fromAI('${field.replaceAll(' ', '_')}', '', 'string') }}`;
		const isLocator = type === 'resourceLocator';
		return [name, isLocator ? { __rl: true, mode: 'id', value: byModel } : byModel] as const;
	});
	const { answer, error } = await engine.callTool(
		at.description.name,
		toParameters(at, { ...entered, ...Object.fromEntries(left) }),
		Object.fromEntries(fields.map((field) => [field.replaceAll(' ', '_'), written[field]!])),
		{ credentials: devnet.credentials, byEngine: true },
	);
	expect(error).toBeUndefined();
	expect(answer!.at(-1)).not.toHaveProperty('error');
	expect(answer).toContainEqual(expect.objectContaining(reads));
	// What a model reads at once, whatever it asked for.
	expect(JSON.stringify(answer).length).toBeLessThan(20_000);
});
