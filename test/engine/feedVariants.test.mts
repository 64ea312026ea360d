/** New Transaction and New Reward accept every form in which the data service may answer, as the Data node does. */
import type { Fault } from '../../devnet/devnet.mts';
import { create, devnet, watches } from './feedScene.mts';

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
			const trigger = create(parameters());
			devnet.faults([fault]);
			expect(await trigger.activate()).toBeNull();
			devnet.faults([]);
			expect(await trigger.poll()).toBeNull();
			devnet.faults([fault]);
			expect(await trigger.poll()).toBeNull();
		},
	);
});
