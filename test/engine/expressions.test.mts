/** An expression that only names a field of the item is read without n8n's evaluation, and gives the same. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Devnet, startDevnet } from '../../devnet/devnet.mts';
import { type Engine, loadEngine } from './harness.mts';

let engine: Engine;
let devnet: Devnet;
beforeAll(async () => {
	[engine, devnet] = await Promise.all([loadEngine(), startDevnet()]);
});
afterAll(async () => {
	await devnet.close();
	engine.close();
});

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
	const run = async (expression: string) => {
		devnet.clearLog();
		const { items: output } = await engine.runNode(
			'avalancheInfo',
			{ resource: 'chain', operation: 'isBootstrapped', chain: `=${expression}` },
			{
				items,
				credentials: { avalancheApi: { nodeUrl: devnet.nodeUrl } },
				onError: 'continueRegularOutput',
			},
		);
		const sent = devnet.log
			.map(({ body }) => JSON.stringify((body as unknown as IDataObject).params))
			.sort();
		return {
			output: output.map(({ json, pairedItem }: INodeExecutionData) => ({ json, pairedItem })),
			sent,
		};
	};
	const [ours, theirs] = [await run(plain), await run(evaluated)];
	expect(ours).toEqual(theirs);
	expect(ours.output).toHaveLength(items.length);
	expect(ours.sent.length > 0).toBe(plain.includes('alias }}') || plain.includes('alias}}'));
});
