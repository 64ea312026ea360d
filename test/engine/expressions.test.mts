/** An expression that only names a field of the item is read without n8n's evaluation, and gives the same. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { useDevnet } from '../support/useDevnet.mts';
import { useNode } from '../support/useEngine.mts';

const devnet = useDevnet();
const run = useNode('avalancheInfo', devnet);

const items = [
	'C',
	'X',
	' C ',
	'no chain/../here',
	'={{ "C" }}',
	'',
	7,
	0,
	false,
	null,
	undefined,
	{ alias: 'C' },
	['C'],
	'2026-11-20T00:00:00.000Z',
].map((alias): { json: IDataObject } => ({ json: { chain: { alias } as IDataObject } }));
items.push({ json: { chain: 'C' } }, { json: {} });

test.each([
	['{{ $json.chain.alias }}', '{{ ($json).chain.alias }}'],
	['{{$json.chain.alias}}', '{{($json).chain.alias}}'],
	['{{ $json.chain.alias.toString }}', '{{ ($json).chain.alias.toString }}'],
	['{{ $json.hasOwnProperty }}', '{{ ($json).hasOwnProperty }}'],
	['{{ $json.__proto__ }}', '{{ ($json).__proto__ }}'],
])('%s', async (plain, evaluated) => {
	const read = async (expression: string) => {
		devnet.clearLog();
		const { items: output } = await run(
			'chain',
			'isBootstrapped',
			{ chain: `=${expression}` },
			{ items, onError: 'continueRegularOutput' },
		);
		const sent = devnet.log
			.map(({ body }) => JSON.stringify((body as unknown as IDataObject).params))
			.sort();
		return {
			output: output.map(({ json, pairedItem }: INodeExecutionData) => ({ json, pairedItem })),
			sent,
		};
	};
	const [ours, theirs] = [await read(plain), await read(evaluated)];
	expect(ours).toEqual(theirs);
	expect(ours.output).toHaveLength(items.length);
	expect(ours.sent.length > 0).toBe(plain.includes('alias }}') || plain.includes('alias}}'));
});
