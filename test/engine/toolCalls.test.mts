/** The calls of toolCalls.mts through n8n's engine, which gives the model what it reads then. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	acceptedAtomicTxId,
	demoAccount,
	fundedAccount,
	ourNodeIds,
	ourRewardAddress,
	utxoAddresses,
} from '../../devnet/devnet.mts';
import { listRows, toParameters } from '../../tools/groups.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useEngine } from '../support/useEngine.mts';
import { makeScene } from './evmScene.mts';
import { type ToolCall, toolCalls } from './toolCalls.mts';

const devnet = useDevnet();
const engine = useEngine(devnet);
const rows = listRows();

/** What the mock network has, and other spellings of it. */
const known: Record<string, string> = {};
beforeAll(async () => {
	const { contract, transactionHash: transaction } = await makeScene(devnet);
	const { contracts } = devnet.world.ledger.chains[0]!;
	const dusd = contracts.find(({ symbol }) => symbol === 'DUSD')!.address;
	const [validator, another] = ourNodeIds as [string, string];
	const tenDaysAgo = Date.now() - 10 * 24 * 3600 * 1000;
	Object.assign(known, {
		contract,
		transaction,
		dusd,
		'dusd small': dusd.toLowerCase(),
		'transaction capitals': `0x${transaction.slice(2).toUpperCase()}`,
		account: demoAccount,
		'account small': demoAccount.toLowerCase(),
		'account bare': demoAccount.slice(2),
		'account short': demoAccount.slice(0, -1),
		'account miscopied': demoAccount.replace('Ee6B', 'eE6B'),
		funded: fundedAccount,
		bech32: ourRewardAddress,
		'c bech32': utxoAddresses[0],
		atomic: acceptedAtomicTxId,
		validator,
		another,
		'validator bare': validator.replace('NodeID-', ''),
		'validator small': validator.replace(/(?<=-).*/, (id) => id.toLowerCase()),
		day: new Date(tenDaysAgo).toISOString().slice(0, 10),
		ms: String(tenDaysAgo),
	});
});

/** With what the mock network has in the place of `{name}`. */
const fill = (value: unknown): unknown => {
	if (typeof value === 'string')
		return value.replace(/\{([a-z][a-z\d ]*)\}/g, (whole, name: string) => known[name] ?? whole);
	if (Array.isArray(value)) return value.map(fill);
	if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
	return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, fill(of)]));
};

async function call({ tool, chosen = {}, said }: ToolCall) {
	const at = rows.find(
		({ description, resource, operation }) =>
			`${description.name} ${resource} ${operation}` === tool,
	)!;
	const args: IDataObject = {};
	/** What the editor writes into a field that the user leaves to the model. */
	const leave = ({ displayName, type }: INodeProperties, value: unknown): unknown => {
		const key = displayName.replace(/[^\w-]+/g, '_');
		const kind = ['number', 'boolean', 'json'].includes(type) ? type : 'string';
		const byModel = `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, '${kind}') }}`;
		if (value !== undefined) args[key] = value as IDataObject;
		return type === 'resourceLocator' ? { __rl: true, mode: 'id', value: byModel } : byModel;
	};
	const left: Record<string, unknown> = {};
	const beside: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(fill(said) as object)) {
		const field = at.fields.find((one) => one.name === name);
		if (field?.parts)
			left[name] = Object.fromEntries(
				Object.entries(value as object).map(([part, of]) => [
					part,
					leave(field.parts!.find((one) => one.name === part)!, of),
				]),
			);
		else if (field) left[name] = leave(field, value);
		else beside[name] = leave(at.description.properties.find((one) => one.name === name)!, value);
	}
	const { answer, error } = await engine.callTool(
		at.description.name,
		{ ...toParameters(at, { ...(fill(chosen) as object), ...left }), ...beside },
		args,
		{ credentials: devnet.credentials, byEngine: true },
	);
	// An older n8n stops the run, with the same words.
	if (error && !engine.isRecent) return [{ error: error.message }];
	expect(error).toBeUndefined();
	return answer!;
}

test.each(toolCalls.map((one) => [one.tool, JSON.stringify(one.said), one] as const))(
	'%s %s',
	async (_tool, _said, one) => {
		const { gives = {}, count, learns } = one;
		const answer = await call(one);
		if (learns !== undefined) {
			expect(answer).toEqual([{ error: expect.stringContaining(fill(learns) as string) }]);
			return;
		}
		const items = [fill(gives)].flat() as IDataObject[];
		expect(answer.slice(0, items.length)).toMatchObject(items);
		// As many as the limit are followed by the word that there are more.
		const records = answer.filter((item) => !('note' in item));
		expect(records).toHaveLength(count ?? items.length);
		const more = answer.filter(({ note }) => /There (are|may be) more/.test(String(note)));
		const limit = Number(one.said.limit) || 10;
		expect(more).toHaveLength(records.length === limit ? 1 : 0);
		// Compact: what a model reads of one item fits a screen.
		for (const item of answer) expect(JSON.stringify(item).length).toBeLessThan(3000);
	},
);
