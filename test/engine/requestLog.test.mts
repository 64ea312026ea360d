/** What n8n's debug log says of each request: the host, what was asked, what came of it, and how long that took. */
import { outputOf, useEngine, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const server = useScript();
const engine = useEngine(server, { retries: 1 });
const run = useNode('avalancheEvm', server);

const address = `0x${'1'.repeat(40)}`;
const askBalance = async () =>
	await outputOf(run('account', 'getBalance', { chain: 'C', address }));

/** The lines about requests, without how long each took. */
const logged = (): string[] =>
	engine.logLines
		.map((line) => JSON.parse(line) as { level: string; message: string })
		.filter(({ message }) => / ms$/.test(message))
		.map(({ level, message }) => `${level} ${message.replace(/ after \d+ ms$/, '')}`);

beforeEach(() => {
	engine.logLines.length = 0;
});

test('a request is one line', async () => {
	server.answerCalls(() => ({ result: '0xff' }));
	await askBalance();
	const [line] = logged();
	expect(logged()).toHaveLength(1);
	expect(line).toMatch(
		/^debug .+: POST http:\/\/127\.0\.0\.1:\d+\/ext\/bc\/C\/rpc eth_getBalance: ok$/,
	);
});

test('a refusal says its status, and the request that follows has its own line', async () => {
	let asked = 0;
	server.answerCalls(() => (++asked === 1 ? reply('out of order', 500) : { result: '0xff' }));
	await askBalance();
	expect(logged().map((line) => line.replace(/^.*eth_getBalance: /, ''))).toEqual([
		'500 server',
		'ok',
	]);
});
