/** Answers of contracts, large and hostile: how long n8n serves nobody else while an operation reads them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractAnswers } from './contractAnswers.mts';
import { ourNodes } from './n8nNodes.mts';
import { writeRows } from './output.mts';
import {
	addedMiB,
	longestTurn,
	medianOf,
	race,
	secondsOf,
	turnLabel,
	type Contenders,
} from './race.mts';

interface Job {
	/** That of the answer. */
	url: string;
	returns: string;
}

const ours = 'Avalanche EVM Chains';

export const contenders: Contenders<Job> = {
	async [ours]() {
		const run = await ourNodes();
		return async ({ url, returns }) => {
			try {
				const [item] = await run('avalancheEvm', url, {
					resource: 'contract',
					operation: 'callFunction',
					arguments: '[]',
					contract: `0x${'12'.repeat(20)}`,
					function: `f() returns (${returns} list)`,
				});
				return (item!.json.list as unknown[]).length;
			} catch (error) {
				if (!(error as Error).message.startsWith('The answer of f()')) throw error;
				return 0;
			}
		};
	},
};

export async function measureContractData(isShort: boolean): Promise<void> {
	const server = createServer((request, response) => {
		const { data } = contractAnswers[Number(request.url!.split('/')[1])]!;
		request.resume();
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${data}` }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const jobs = contractAnswers.map(
		({ returns }, index): Job => ({ url: `http://127.0.0.1:${port}/${index}`, returns }),
	);
	const runsOf = await race<Job>({
		file: import.meta.url,
		contenders: [ours],
		jobs,
		rounds: isShort ? 1 : 5,
		warmUp: jobs[1]!,
		isFresh: true,
	});
	server.close();
	writeRows(
		'What a function of a contract returns, read by Avalanche EVM Chains',
		contractAnswers.map(({ what, returns, data }, index) => {
			const runs = runsOf(ours, jobs[index]!);
			return {
				answer: what,
				type: returns,
				'size (KiB)': Math.round(data.length / 2048),
				outcome: runs[0]!.records ? 'read' : 'refused',
				'time (s)': medianOf(runs, secondsOf).toFixed(2),
				[turnLabel]: Math.round(longestTurn(runs)),
				'memory (MiB)': Math.round(medianOf(runs, addedMiB)),
			};
		}),
	);
}
