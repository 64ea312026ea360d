import { Client } from '../network/client';
import { credentialName, type AvalancheCredential } from '../network/credential';
import type { Settings } from '../network/requests';
import { sendFrom, type CallingContext } from '../network/transport';
import { readLimits, toSettings } from './limits';

/**
 * Opens the credential of the running node as a client with the credential's limits, which `restrict` may change.
 * Throws an InvalidField for an invalid limit.
 */
export async function openClient(
	context: CallingContext,
	restrict: (settings: Settings) => Settings = (settings) => settings,
): Promise<Client> {
	const credential = await context.getCredentials<AvalancheCredential>(credentialName);
	const settings = {
		...restrict(toSettings(readLimits(credential))),
		log: (line: string) => context.logger.debug(`${context.getNode().name}: ${line}`),
	};
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return new Client(sendFrom(context), credential, settings, signal);
}
