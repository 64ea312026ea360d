import { optional } from '../../shared/fields/fields';
import { nameOf } from '../../shared/fields/names';
import { eventFilters, eventDeclarations } from '../fields/declarations';
import { checkLogFilter, logFilter, logRange, toCriteria } from '../fields/logs';
import { logPeriod } from '../blockTimes';
import { addAmounts } from '../logAmounts';
import { addTimeField, withTimes } from '../logTimes';
import { checkEvents, readEvents, toEventCriteria } from '../readEvents';
import { readLogs } from '../readLogs';
import { readable, readEvent } from '../readable';
import { sayAmountsOfLogs, sayNewestBlock, sayWholeNumbersOfLogs } from '../remarks';
import type { EvmResource, EvmRow } from '../rows';

const named: EvmRow['named'] = (names, { address }) => ({
	addressName: nameOf(names, String(address)) ?? null,
});

export const logResource: EvmResource = {
	name: 'Log',
	operations: {
		getMany: {
			name: 'Get Many',
			action: 'Get many decoded event logs',
			description:
				'Get event logs of a block range or one block, decoded by signature; long ranges are split',
			method: 'eth_getLogs',
			api: 'logs',
			params: [eventDeclarations, ...logRange, ...eventFilters, optional(addTimeField)],
			period: logPeriod,
			named,
			check: (values) => checkLogFilter(values) ?? checkEvents(values),
			toParams: (values) => [toEventCriteria(values)],
			output: { kind: 'list' },
			ifEmpty:
				'Check the event: its name and the types of its parameters must be those of the contract. Then check the contract, the chain and the blocks.',
			run: withTimes(readEvents),
			complete: addAmounts,
			simplify: readEvent,
			remarks: [sayNewestBlock, sayAmountsOfLogs, sayWholeNumbersOfLogs],
		},
		getManyRaw: {
			name: 'Get Many Raw',
			action: 'Get many raw logs',
			description: 'Get undecoded logs of a block range or one block; long ranges are split',
			method: 'eth_getLogs',
			api: 'logs',
			params: [...logFilter, optional(addTimeField)],
			period: logPeriod,
			named,
			check: checkLogFilter,
			toParams: (values) => [toCriteria(values)],
			output: { kind: 'list' },
			run: withTimes(
				async (client, { path }, values, most) =>
					await readLogs({ client, path, criteria: toCriteria(values), most }),
			),
			simplify: readable(),
			remarks: [sayNewestBlock],
		},
	},
};
