/** What a C-Chain serves since Helicon, of what the rows of nodes/ say of the methods' APIs. */
import { apiOf } from '../../tools/groups.mts';

/** Whether a C-Chain of avalanchego 1.15.0, which has no list, serves a method. */
export function isOnSinceHelicon(method: string): boolean {
	const api = apiOf(method);
	return !api || api.isOn === true;
}

/** Whether one of 1.15.2 does that lists these APIs; without a list, those that are on by default. */
export function isListed(method: string, apis: string[] | undefined): boolean {
	const api = apiOf(method);
	if (!api) return method === 'rpc_modules';
	return apis ? apis.includes(String(api.api)) : api.isOn === true;
}
