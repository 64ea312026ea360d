/** A validator that is entered by the name that Names gives it, and by nothing else. */
import type { INodeParameters } from 'n8n-workflow';
import { ourNodeIds } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, saidBy, useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheValidators', devnet);
const [ours, other] = ourNodeIds as [string, string];

const get = async (nodeId: string, names?: string, options = {}) =>
	await run(
		'primaryValidator',
		'get',
		{ nodeId: { __rl: true, mode: 'id', value: nodeId }, additionalFields: names ? { names } : {} },
		options,
	);

test.each(['Frankfurt-1', 'frankfurt-1', ' FRANKFURT-1 ', 'Frankfurt-1 [fra]'])(
	'%j is the validator of this name',
	async (entered) => {
		const { items, error } = await get(entered, `${ours} = Frankfurt-1 [fra]\n${other} = Zurich-1`);
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ nodeId: ours, name: 'Frankfurt-1', group: 'fra' }]);
	},
);

test('each item has the validator of its name', async () => {
	const items = ['Zurich-1', other, 'Frankfurt-1'].map((node) => ({ json: { node } }));
	const names = `${ours} = Frankfurt-1\n${other} = Zurich-1`;
	const found = await get('={{ $json.node }}', names, { items });
	expect(jsonOf(found.items).map(({ nodeId }) => nodeId)).toEqual([other, other, ours]);
});

test.each<[string, string, string | undefined, RegExp]>([
	['no name is given', 'Frankfurt-1', undefined, /looks like a name/],
	[
		'another name is given',
		'Frankfurt-9',
		`${ours} = Frankfurt-1`,
		/Validator: no validator is called "Frankfurt-9".*Names and groups that you gave: "Frankfurt-1"\./s,
	],
	['only a part is entered', 'Frankfurt', `${ours} = Frankfurt-1`, /no validator is called/],
	[
		'two validators have it',
		'frankfurt-1',
		`${ours} = Frankfurt-1\n${other} = FRANKFURT-1`,
		/Check Names: "FRANKFURT-1" twice: in line 1 and in line 2/,
	],
	[
		'it is that of a group',
		'FRA',
		`${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]`,
		/"FRA" is the name of a group.*Enter one of its validators: "Frankfurt-1", "Frankfurt-2"\./s,
	],
	['an address has it', 'Treasury', `0x${'1'.repeat(40)} = Treasury`, /no validator is called/],
])('a name is refused before anything is sent where %s', async (_where, entered, names, says) => {
	devnet.clearLog();
	const { error } = await get(entered, names);
	expect(saidBy(error)).toMatch(says);
	expect(devnet.log).toEqual([]);
});

test('names stand for validators that are chosen from a list, too', async () => {
	const parameters: INodeParameters = {
		validatorsFrom: 'several',
		chosenNodeIds: ['Zurich-1', ours],
		filters: { names: `${ours} = Frankfurt-1\n${other} = Zurich-1` },
		returnAll: true,
	};
	const { items, error } = await run('primaryValidator', 'getMany', parameters);
	expect(error).toBeUndefined();
	expect(new Set(jsonOf(items).map(({ name }) => name))).toEqual(
		new Set(['Frankfurt-1', 'Zurich-1']),
	);
});
