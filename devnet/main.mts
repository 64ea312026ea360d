import { parseArgs } from 'node:util';
import { startDevnet } from './devnet.mts';
import type { Version } from './jsonRpc.mts';
import { fullVersions } from './info.mts';
import type { Profile } from './http.mts';

/** node devnet/main.mts --port 9650 --profile real --seed 7 */

async function main() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '9650' },
			profile: { type: 'string', default: 'real' },
			seed: { type: 'string', default: '1' },
			validators: { type: 'string', default: '300' },
			rewards: { type: 'string', default: '6000' },
			version: { type: 'string', default: '1.14' },
			transfers: { type: 'string', default: '0' },
			separate: { type: 'boolean', default: false },
		},
	});
	if (!['document', 'real'].includes(values.profile))
		throw new Error('--profile is document or real');
	if (!(values.version in fullVersions))
		throw new Error(`--version is ${Object.keys(fullVersions).join(', ')}`);
	const [port, seed, validators, rewards] = [
		values.port,
		values.seed,
		values.validators,
		values.rewards,
	].map(Number);
	const devnet = await startDevnet({
		port,
		seed,
		validators,
		rewards,
		separate: values.separate,
		profile: values.profile as Profile,
		transferSeconds: Number(values.transfers),
		version: values.version as Version,
	});
	console.log(
		`Mock network: node ${devnet.nodeUrl}, data service ${devnet.dataUrl}, metrics ${devnet.metricsUrl}`,
	);
	const stop = () => void devnet.close().then(() => process.exit(0));
	process.once('SIGINT', stop).once('SIGTERM', stop);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
