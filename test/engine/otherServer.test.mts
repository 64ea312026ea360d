/** A URL of the credential that leads to another server than the Data API. */
import { reply, useScript } from '../support/useScript.mts';
import { useNode } from '../support/useEngine.mts';

const server = useScript();
const run = useNode('avalancheData', server);
const listChains = () => run('chain', 'getMany');

const page = '<!DOCTYPE html><html><body>Welcome</body></html>';
const elsewhere = [
	['a page', reply(page)],
	['a page that is not there', reply(page, 404)],
	['words of a node', reply('404 page not found\n', 404)],
	['another JSON', reply({ code: 404, message: 'no such route' }, 404)],
] as const;

test.each(elsewhere)('that answers with %s is named as such', async (_what, answer) => {
	server.answer(() => answer);
	const { error } = await listChains();
	expect(error?.message).toBe(`${server.url} answers, but not as the Data API`);
	expect(error?.description).toContain('Check the Data URL in the credential');
});

test('that ends with the version, as the service itself says', async () => {
	const message = 'Cannot GET /v1/v1/chains';
	server.answer(() => reply({ message, error: 'Not Found', statusCode: 404 }, 404));
	const { error } = await listChains();
	expect(error?.message).toBe('The Data API does not know the path /v1/chains');
	expect(error?.description).toContain('ends before /v1');
});

test('what the service does not find is another matter', async () => {
	const message = 'Address 0x11 not found';
	server.answer(() => reply({ message, error: 'Not Found', statusCode: 404 }, 404));
	const { error } = await run('balance', 'getNative', {
		chainId: '43114',
		address: `0x${'1'.repeat(40)}`,
	});
	expect(error?.message).toContain(message);
	expect(error?.description).toContain('Check the IDs and addresses');
});
