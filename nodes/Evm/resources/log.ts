/** Event logs, decoded by signature or as they are. */
import { optional } from '../../shared/fields';
import { eventFilters, events } from '../fields/declarations';
import { checkLogFilter, logFilter, logRange, toCriteria } from '../fields/logs';
import { addTime, withTimes } from '../logTimes';
import { checkEvents, readEvents, toEventCriteria } from '../readEvents';
import { readLogs } from '../readLogs';
import { readable, readEvent } from '../readable';
import type { EvmResource } from '../rows';

export const logResource: EvmResource = {
	name: 'Log',
	operations: {
		getMany: {
			name: 'Get Many',
			action: 'Get many decoded event logs',
			description:
				'Get event logs of a block range or one block, decoded by signature; long ranges are split',
			method: 'eth_getLogs',
			params: [events, ...logRange, ...eventFilters, optional(addTime)],
			check: (values) => checkLogFilter(values) ?? checkEvents(values),
			toParams: (values) => [toEventCriteria(values)],
			output: { kind: 'list' },
			run: withTimes(readEvents),
			simplify: readEvent,
		},
		getManyRaw: {
			name: 'Get Many Raw',
			action: 'Get many raw logs',
			description: 'Get undecoded logs of a block range or one block; long ranges are split',
			method: 'eth_getLogs',
			params: [...logFilter, optional(addTime)],
			check: checkLogFilter,
			toParams: (values) => [toCriteria(values)],
			output: { kind: 'list' },
			run: withTimes(
				async (client, { path }, values, most) =>
					await readLogs(client, path, toCriteria(values), most),
			),
			simplify: readable(),
		},
	},
};
