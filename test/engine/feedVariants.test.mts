/** New Transaction and New Reward accept every form in which the data service may answer, as the Data node does. */
import type { INodeParameters } from 'n8n-workflow';
import { demoAccount, type Fault, ourNodeIds } from '../../devnet/devnet.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { useTrigger } from '../support/useEngine.mts';

const devnet = useFreshDevnet({ validators: 10, rewards: 300 });
const createTrigger = useTrigger(devnet);

const tokenOf = (ercType: string) =>
	devnet.world.ledger.chains[0]!.contracts.find((contract) => contract.ercType === ercType)!
		.address;
const onChain = (watch: string, more: INodeParameters = {}) => ({
	event: 'newTransaction',
	chainId: '43114',
	watch,
	...more,
});
const watches: Record<string, () => INodeParameters> = {
	rewards: () => ({ event: 'newReward', network: 'mainnet', nodeIds: ourNodeIds.join() }),
	address: () => onChain('address', { address: demoAccount }),
	internal: () => onChain('internal', { address: demoAccount }),
	'ERC-20': () => onChain('token', { address: tokenOf('ERC-20') }),
	'ERC-721': () => onChain('token', { address: tokenOf('ERC-721') }),
	chain: () => onChain('chain'),
	asset: () => ({
		...{ event: 'newTransaction', watch: 'asset', network: 'mainnet' },
		assetId: devnet.world.ledger.primary.mainnet.assets[0]!.assetId,
	}),
};
const variants: Record<string, Fault> = {
	'an empty page that has a token': { times: 1, emptyPage: true },
	'an empty token': { emptyToken: true },
	'money as text': { moneyAsText: true },
	'unknown fields': { addFields: '{"more":18446744073709551615}' },
};

describe.each(Object.entries(watches))('%s', (_watch, parameters) => {
	test.each(Object.entries(variants))(
		'%s is no reason for old items, nor for an error',
		async (_name, fault) => {
			const trigger = createTrigger(parameters());
			devnet.faults([fault]);
			expect(await trigger.activate()).toBeNull();
			devnet.faults([]);
			expect(await trigger.poll()).toBeNull();
			devnet.faults([fault]);
			expect(await trigger.poll()).toBeNull();
		},
	);
});
