/**
 * A model that speaks OpenAI's API, Chat Completions and Responses. It does not think: a question says which tool to call
 * with which arguments, and the model keeps word for word what the tool's message tells it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a question asks the model to call. */
export interface Question {
	tool: string;
	args: Record<string, unknown>;
}

export interface ModelServer {
	/** With the path /v1, as n8n's credential wants it. */
	url: string;
	/** The content of each message of a tool, in the order in which they came. */
	heard: string[];
	/** What people asked, as the newest request has it: earlier questions are there if the agent has a memory. */
	asked: string[];
	close: () => Promise<void>;
}

interface Message {
	role?: string;
	type?: string;
	content?: unknown;
	output?: unknown;
}

interface Request {
	model: string;
	stream?: boolean;
	messages?: Message[];
	input?: Message[];
	tools?: Array<{ name?: string; function?: { name: string } }>;
}

const textOf = (content: unknown): string =>
	typeof content === 'string'
		? content
		: Array.isArray(content)
			? content.map((part: { text?: string }) => part.text ?? '').join('')
			: '';

async function readBody(request: IncomingMessage): Promise<Request> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString()) as Request;
}

/** The tool of a request whose name is the wanted one, however n8n writes it. */
function findTool({ tools = [] }: Request, wanted: string): string {
	const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
	const names = tools.map((tool) => tool.function?.name ?? tool.name ?? '');
	const found = names.find((name) => plain(name) === plain(wanted));
	if (!found) throw new Error(`No tool "${wanted}" among ${names.join(', ')}`);
	return found;
}

function answerChat(body: Request, heard: string[]): object {
	const messages = body.messages!;
	const last = messages.at(-1)!;
	const base = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: body.model };
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const choose = (message: object, finish: string) => ({
		...base,
		usage,
		choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
	});
	if (last.role === 'tool') {
		heard.push(textOf(last.content));
		return choose({ content: 'Done.' }, 'stop');
	}
	const { tool, args } = JSON.parse(textOf(last.content)) as Question;
	const call = { name: findTool(body, tool), arguments: JSON.stringify(args) };
	const calls = [{ id: `call_${heard.length}`, type: 'function', function: call }];
	return choose({ content: null, tool_calls: calls }, 'tool_calls');
}

function answerResponses(body: Request, heard: string[]): object {
	const last = body.input!.at(-1)!;
	const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
	const base = { id: `resp_${heard.length}`, object: 'response', created_at: 1, model: body.model };
	const say = (output: object) => ({ ...base, status: 'completed', output: [output], usage });
	if (last.type === 'function_call_output') {
		heard.push(textOf(last.output));
		const content = [{ type: 'output_text', text: 'Done.', annotations: [] }];
		return say({ id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content });
	}
	const { tool, args } = JSON.parse(textOf(last.content)) as Question;
	return say({
		id: `fc_${heard.length}`,
		type: 'function_call',
		status: 'completed',
		call_id: `call_${heard.length}`,
		name: findTool(body, tool),
		arguments: JSON.stringify(args),
	});
}

/** A chat answer as the one chunk of a stream, and a response as the events that carry it. */
function toEvents(whole: Record<string, any>): object[] {
	if (whole.object === 'chat.completion') {
		const { choices, ...rest } = whole;
		const [{ message, finish_reason }] = choices;
		const calls = message.tool_calls?.map((call: object, index: number) => ({ ...call, index }));
		const delta = { ...message, ...(calls && { tool_calls: calls }) };
		return [
			{
				...rest,
				object: 'chat.completion.chunk',
				choices: [{ index: 0, delta, finish_reason }],
			},
		];
	}
	const [item] = whole.output;
	const begun = { type: 'response.created', response: { ...whole, output: [] } };
	const added = { type: 'response.output_item.added', output_index: 0, item };
	const text = item.content?.[0].text;
	const said = text && {
		type: 'response.output_text.delta',
		output_index: 0,
		content_index: 0,
		delta: text,
	};
	return [begun, added, ...(said ? [said] : []), { type: 'response.completed', response: whole }];
}

function stream(response: ServerResponse, whole: object): void {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const event of toEvents(whole)) {
		const { type } = event as { type?: string };
		response.write(`${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
	}
	response.end('data: [DONE]\n\n');
}

const listAsked = ({ messages, input }: Request): string[] =>
	(messages ?? input ?? [])
		.filter(({ role }) => role === 'user')
		.map(({ content }) => textOf(content));

async function answer(
	request: IncomingMessage,
	response: ServerResponse,
	{ heard, asked }: Pick<ModelServer, 'heard' | 'asked'>,
) {
	const send = (status: number, body: object) => {
		response.writeHead(status, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	};
	if (request.method !== 'POST') return send(200, { object: 'list', data: [] });
	try {
		const body = await readBody(request);
		asked.splice(0, Infinity, ...listAsked(body));
		const isResponse = request.url!.endsWith('/responses');
		const whole = isResponse ? answerResponses(body, heard) : answerChat(body, heard);
		if (body.stream) stream(response, whole);
		else send(200, whole);
	} catch (error) {
		send(400, { error: { message: (error as Error).message, type: 'invalid_request_error' } });
	}
}

export async function startModelServer(): Promise<ModelServer> {
	const kept = { heard: [] as string[], asked: [] as string[] };
	const server = createServer((request, response) => void answer(request, response, kept));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		...kept,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
