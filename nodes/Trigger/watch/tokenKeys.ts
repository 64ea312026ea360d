/** Keys of balances in further tokens. Each is a subject of its own, beside that of the address. */
import { markOf } from '../../feeds/identity';
import type { WatchSettings } from './model';

const between = ':';

/** Short, because each stands in the cursor. */
const markLength = 8;

export const tokenKeyOf = (address: string, token: string): string =>
	`${address}${between}${markOf(token, markLength)}`;

/** True for the key of a balance in a further token. No address, node ID or other key has a colon. */
export const isTokenKey = (key: string): boolean => key.includes(between);

/** The address whose balance it is. Any other key is its own. */
export const addressOf = (key: string): string => key.split(between, 1)[0];

/** The settings of a watch of this balance alone, so that its items and its alertId are those of such a watch. */
export function settingsOf(key: string, settings: WatchSettings): WatchSettings {
	const token = settings.tokens?.[key];
	return token === undefined ? settings : { ...settings, source: 'erc20', token };
}
