/** An answer that says nothing is not taken for success. */
import { keccak256 } from 'ethers';
import { useNode } from '../support/useEngine.mts';
import { eachCall, reply, useScript } from '../support/useScript.mts';

/** The next of these answers the next request, the last one for ever. */
let answers: unknown[];
const next = () => (answers.length > 1 ? answers.shift() : answers[0]);
const server = useScript((request, ...rest) =>
	request.calls.length
		? eachCall(() => ({ result: next() }))(request, ...rest)
		: reply(JSON.stringify(next())),
);

const odd = [{}, [], '', '0x', false, true, 0, null, { error: 'x' }, { success: false }];

const sends = [
	'eth_sendRawTransaction',
	'eth_sendTransaction',
	'eth_resend',
	'personal_sendTransaction',
	'native.issueTx',
];

const raw = '0x02f86c01';
const evm = useNode('avalancheEvm', server);
const call = (method: string, parameters: unknown[] = []) =>
	evm('method', 'call', {
		chain: 'C',
		method,
		additionalFields: { parameters: JSON.stringify(parameters) },
	});

describe.each(sends.slice(0, 4))('any method, called %s', (method) => {
	test.each(odd.map((answer) => JSON.stringify(answer)))('and answered %s', async (answer) => {
		answers = [JSON.parse(answer)];
		const isRaw = method === 'eth_sendRawTransaction';
		const { error } = await call(method, isRaw ? [raw] : [{}]);
		expect(error?.message).toContain('It is unknown whether the node carried out the call');
		if (isRaw) expect(error?.message).toContain(keccak256(raw));
	});
});
