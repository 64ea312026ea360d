import { ourNodeIds } from '../../devnet/devnet.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { useNode } from '../support/useEngine.mts';

const devnet = useDevnet({ rewards: 6000 });
const run = useNode('avalancheData', devnet);

test('x', async () => {
	const { items, error } = await run('reward', 'getReport', {
		network: 'mainnet',
		filters: { nodeIds: ourNodeIds.join(',') },
		additionalFields: { nodeIds: ourNodeIds.join(',') },
		from: '2026-10-01',
		to: '2026-11-01',
		groupBy: 'validator',
		rewardTypes: ['VALIDATOR', 'VALIDATOR_FEE'],
		return: ['items', 'csv', 'detailCsv', 'koinly', 'coinTracking', 'page', 'pageFile', 'chart'],
	});
	console.log(
		error,
		JSON.stringify(
			items.map(({ json }) => ({ ...json, html: undefined })),
			null,
			1,
		),
	);
	const { writeFileSync } = await import('node:fs');
	for (const file of Object.values(items.at(-1)!.binary!)) {
		const text = Buffer.from(file.data, 'base64').toString();
		writeFileSync(`/tmp/rp/${file.fileName}`, text);
		console.log(file.fileName, file.mimeType, text.slice(0, 1500));
	}
});
