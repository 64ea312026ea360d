/** The credential of all runs, with secrets that must not come out. */
import type { Credentials } from '../support/engine.mts';
import { secret } from './rules.mts';

export const connectTo = (url: string): Credentials => ({
	avalancheNodesApi: {
		network: 'ownNode',
		nodeUrl: url,
		dataUrl: url,
		metricsUrl: url,
		apiKey: secret,
		nodeAuthentication: 'bearer',
		nodeToken: secret,
	},
});
