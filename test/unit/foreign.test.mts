/** How sentences show the words that others chose. */
import {
	sayId,
	sayInteger,
	sayName,
	sayText,
	sayValue,
	sayVersion,
	sayWord,
} from '../../nodes/shared/values/foreign.ts';
import { honest, hostileTexts, links } from '../support/hostileTexts.mts';
import { judgeSymbol, listFaults } from '../support/wordsRule.mts';

const says = { sayId, sayInteger, sayName, sayText, sayValue, sayVersion, sayWord };
const cases = hostileTexts.map(({ text, tries }): [string, string] => [tries, text]);

test.each(cases)('%s is shown by no way of saying it', (_tries, text) => {
	for (const [name, say] of Object.entries(says)) {
		const shown = say(text);
		expect([name, shown, listFaults(shown)]).toEqual([name, shown, []]);
		expect(shown.length).toBeLessThanOrEqual(300);
	}
});

test.each(cases)('%s is no amount and no other symbol', (_tries, text) => {
	const shown = sayWord(text);
	expect([shown, shown ? judgeSymbol(shown, text) : []]).toEqual([shown, []]);
});

test('the rules find each of these where nothing is cleaned', () => {
	const missed = links.filter(({ text }) => !listFaults(text).length);
	expect(missed).toEqual([]);
});

test.each(honest.map(({ text }) => text))('%s stays as it is', (text) => {
	expect([sayWord(text), sayName(text), sayValue(text)]).toEqual([text, text, text]);
});

test.each([
	['a letter with marks of its own', 'Z\u0323\u0323o', '"Ẓo"'],
	['letters of another script alone', 'АВАХ', '"АВАХ"'],
	['a factor of East Asia', '万USDC', '"万USDC"'],
	['a word of code', 'null', 'null'],
	['nothing', undefined, ''],
	['an object without a text', { toString: 1 }, ''],
	['a number', 7, '"7"'],
])('%s', (_what, text, shown) => {
	expect(sayWord(text)).toBe(shown);
});

test('what only some programs read as figures becomes figures, and several words are words', () => {
	expect(sayVersion('avalanchego/１．１５．２')).toBe('avalanchego/1.15.2');
	expect(sayInteger('１２')).toBe('12');
	expect(sayValue('5, amount 9')).toBe('"5 amount 9"');
	expect(sayValue(`0x${'a'.repeat(5000)}`)).toBe(`0x${'a'.repeat(75)}...`);
	expect(sayValue('two words')).toBe('"two words"');
});

test('letters from right to left, which turn the figures beside them, are in no name', () => {
	expect(sayWord('USDC \u05d0\u05d1')).toBe('"USDC"');
	expect(sayText('refused: \u05d0\u05d1')).toBe('refused: \u05d0\u05d1');
});

test.each([
	'execution reverted: ERC20: transfer amount exceeds balance',
	'the method eth_foo does not exist/is not available',
	"couldn't unmarshal an argument",
	'nonce too low: next nonce 7, tx nonce 5',
	'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT',
	'TooSmall(least: 7)',
	'couldn\'t parse address "C-custom1": expected hrp "avax" but got "custom"',
	'requested too many blocks from 1 to 10000, maximum is set to 2048',
	'missing trie node 0xabc (path ) state 0xdef is not available',
	'limit of 10,000 results (have 12000, want 5) reached - try again',
	'Not enough. Try 5 AVAX (50% more)!',
	'余额不足',
])('%s stays readable', (text) => {
	expect(sayText(text).replace(/[.!]$/, '')).toBe(text.replace(/[.!]$/, ''));
});

test('dots within words are raised: an error can still be read', () => {
	expect(sayText('can\'t find method "platform.foo" (1.5 s)')).toBe(
		'can\'t find method "platform·foo" (1·5 s)',
	);
	expect(sayText('see https://claim.io/x?y=1 or @admin')).toBe(
		'see https: claim·io/x y=1 or admin',
	);
	expect(sayText('cut. off by...')).toBe('cut off by...');
	expect(sayText('UЅDС is not USDC')).toBe('"UЅDС" is not USDC');
});

test.each([
	[sayVersion, 'avalanchego/1.15.2'],
	[sayVersion, 'v1.15.2-rc1'],
	[sayId, '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc'],
	[sayId, 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'],
	[sayId, 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
	[sayId, '43114'],
	[sayInteger, '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
	[sayValue, '-5'],
	[sayValue, 'true'],
	[sayValue, '0x'],
	[sayName, 'Demo L1'],
	[sayName, 'Delegator Reward'],
])('%p leaves %s as it is', (say, text) => {
	expect(say(text)).toBe(text);
});
