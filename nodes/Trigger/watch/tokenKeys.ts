/** Keys of watched subjects. A balance in a further token has one of its own, beside that of the address. */
import { markOf } from '../../feeds/identity';
import { isEvmAddress } from '../../shared/values/checksum';
import { isBech32Address } from '../../shared/values/ids';
import type { WatchSettings } from './model';

/** The one form of an ID that is stored and looked up. A user or Names can write it in others. */
export function toKey(id: string): string {
	if (isBech32Address(id)) return `P-${id.replace(/^P-/, '')}`;
	return isEvmAddress(id) ? id.toLowerCase() : id;
}

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
export function balanceSettingsOf(key: string, settings: WatchSettings): WatchSettings {
	const token = settings.tokens?.[key];
	return token === undefined ? settings : { ...settings, source: 'erc20', token };
}
