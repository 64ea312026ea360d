/** The mock network for engine tests. */
import { type Devnet, type DevnetOptions, startDevnet } from '../../devnet/devnet.mts';
import { credentialsFor } from './engine.mts';
import { forgetGates } from './useEngine.mts';

export type UsedDevnet = Devnet & { credentials: ReturnType<typeof credentialsFor> };

const connect = (devnet: Devnet): UsedDevnet => {
	const { faults } = devnet;
	return Object.assign(devnet, {
		credentials: credentialsFor(devnet.nodeUrl, devnet.dataUrl, devnet.metricsUrl),
		/** Other faults begin later, when what a host asked to wait is over. */
		faults: (...given: Parameters<Devnet['faults']>) => {
			forgetGates();
			return faults.apply(devnet, given);
		},
	});
};

/** One for all tests of a file; each begins with an empty log and without faults. */
export function useDevnet(options?: DevnetOptions): UsedDevnet {
	const devnet = {} as UsedDevnet;
	beforeAll(async () => void Object.assign(devnet, connect(await startDevnet(options))));
	beforeEach(() => {
		devnet.faults([]);
		devnet.clearLog();
	});
	afterAll(async () => await devnet.close());
	return devnet;
}

/** Starts mock networks that end with their test. */
export function useDevnets(): (options?: DevnetOptions) => Promise<UsedDevnet> {
	const started: Devnet[] = [];
	afterEach(async () => {
		for (const devnet of started.splice(0)) await devnet.close();
	});
	return async (options) => {
		const devnet = connect(await startDevnet(options));
		started.push(devnet);
		return devnet;
	};
}

/** A new one for each test. */
export function useFreshDevnet(options?: DevnetOptions): UsedDevnet {
	const start = useDevnets();
	const devnet = {} as UsedDevnet;
	beforeEach(async () => void Object.assign(devnet, await start(options)));
	return devnet;
}
