/** Answers of contracts, large and hostile, and the operation that reads them. */
import type { Engine } from '../support/engine.mts';
import { compete } from './contender.mts';

interface Job {
	url: string;
	returns: string;
}

async function callFunction(engine: Engine, { url, returns }: Job): Promise<number> {
	const { items, error } = await engine.runNode(
		'avalancheEvm',
		{
			resource: 'contract',
			operation: 'callFunction',
			contract: `0x${'12'.repeat(20)}`,
			function: `f() returns (${returns} list)`,
			arguments: '[]',
		},
		{
			credentials: {
				avalancheApi: { network: 'ownNode', nodeUrl: url, dataUrl: url, metricsUrl: url },
			},
		},
	);
	if (error && !error.message.startsWith('The answer of f()')) throw error;
	return error ? 0 : (items[0].json.list as unknown[]).length;
}

/** The first run of a process also loads and compiles. */
const warmUp = async (run: (job: Job) => Promise<number>, { url }: Job) => {
	for (let i = 0; i < 3; i++) await run({ url: `${url}/warm-up`, returns: 'uint256[]' });
};

await compete<Job>({ 'Avalanche EVM Chains': callFunction }, undefined, warmUp);
