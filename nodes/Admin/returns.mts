/** Descriptions of the fields of this node's items. nodes/shared/returns.mts explains the form. */
import type { Returns } from '../shared/returns.mts';

export const returns: Returns = {
	displayLevel: 'Log level of the console',
	failedVMs: 'Why virtual machines could not be loaded, by their IDs',
	logLevel: 'Log level of the file',
	loggerName: 'Name of the logger',
	newVMs: 'Aliases of the virtual machines that were loaded, by their IDs',
};
