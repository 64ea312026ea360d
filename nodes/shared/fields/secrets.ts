/** Finds keys and other secrets in what was entered, so that no message and no server gets them. */

const key = /PrivateKey-\w+/gi;
/** The 12 to 24 words of a wallet's key. */
const keyWords = /^(?:[a-z]{3,8}[\s,]+){11,23}[a-z]{3,8}$/;
/** A private key as wallets export it. Digits alone would be a number, and a hash begins with 0x. */
const bareKey = /^(?=.*[a-f])[\da-f]{64}$/i;
const bareKeys = /(?<![\da-zA-Z])(?=\d*[a-f])[\da-f]{64}(?![\da-zA-Z])/gi;
/** Anyone who knows the address of a webhook can write to its channel. */
const webhook =
	/https:\/\/(?:(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/webhooks|hooks\.slack\.com|api\.telegram\.org\/bot)[^\s"]*/gi;
/** Longer text is no key and is not searched. */
const longestSecret = 1000;

const isKey = (entered: string): boolean =>
	matches(key, entered) || keyWords.test(entered.trim()) || bareKey.test(entered.trim());

const matches = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0;

/** The fault of a text that holds a secret; undefined for any other value. */
export function findSecret(entered: unknown): { fault: string; advice: string } | undefined {
	if (typeof entered !== 'string' || entered.length > longestSecret) return undefined;
	if (isKey(entered))
		return {
			fault: 'this looks like a private key or its words',
			advice:
				'Remove it here. This node never needs it. Enter the address or the ID alone; a hash begins with 0x.',
		};
	return matches(webhook, entered)
		? {
				fault: 'this is the address of a webhook',
				advice:
					'Remove it here: whoever knows it can write there. To send messages, put the node of that service behind this one.',
			}
		: undefined;
}

/** The text in a form that messages may show. */
export const hideSecrets = (text: string): string =>
	keyWords.test(text.trim())
		? '...'
		: text.replace(key, 'PrivateKey-...').replace(bareKeys, '...').replace(webhook, 'https://...');

/** 64 hexadecimal digits can be a hash or a key. */
export const isPerhapsSecret = (entered: string): boolean =>
	isKey(entered) || /^(?:0x)?[\da-f]{64}$/i.test(entered);

/** Advice on an entry of a list that holds a key. */
export const explainKey = (entered: string): string | undefined =>
	bareKey.test(entered)
		? 'This looks like a private key: remove it here. This node never needs it. Enter the address or the ID alone.'
		: undefined;
