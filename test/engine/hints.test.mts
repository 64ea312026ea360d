/** The one hint of a run that was long or slowed. */
import { reply, useScript } from '../support/useScript.mts';
import { useNode } from '../support/useEngine.mts';

const server = useScript();
const run = useNode('avalancheData', server);

const hintsOf = async (running: ReturnType<typeof run>) =>
	(await running).run.data.resultData.runData.Node[0].hints?.map(({ message }) => message);

/** So many pages of one transaction each. */
const serve = (pages: number, refusals = 0) => {
	let n = 0;
	let refused = 0;
	server.answer(() => {
		if (refused++ < refusals)
			return reply({ message: 'slow down', statusCode: 429 }, 429, { 'retry-after': '1' });
		n++;
		const transactions = [{ nativeTransaction: { txHash: `0x${n}` } }];
		return reply({ transactions, ...(n < pages && { nextPageToken: String(n) }) });
	});
	return run('transaction', 'getManyLatest', { chainId: '43114', returnAll: true });
};

test('more than ten pages are told, with their records', async () => {
	expect(await hintsOf(serve(12))).toEqual(['Read 12 records on 12 pages.']);
});

test('ten pages are not', async () => {
	expect((await hintsOf(serve(10))) ?? []).toEqual([]);
});

test('a rate limit is told, with its seconds', async () => {
	expect(await hintsOf(serve(1, 1))).toEqual(['Rate limits held requests back for 1 s.']);
});
