/** A mail server that keeps what it gets, for workflows that send mail: SMTP on 127.0.0.1, without TLS and passwords. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A part of a message: its text, or one of its files. */
export interface Part {
	type: string;
	/** Of a file. */
	name?: string;
	content: Buffer;
}

export interface Mail {
	from: string;
	to: string[];
	subject: string;
	/** Those that hold no others, in their order. */
	parts: Part[];
}

export interface Mailbox {
	host: string;
	port: number;
	mails: Mail[];
	close(): Promise<void>;
}

/** `keep` gets each mail before its sender hears that it was taken. */
export async function startMailbox(keep: (mail: Mail) => void = () => {}): Promise<Mailbox> {
	const mails: Mail[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
		serve(socket, (mail) => {
			mails.push(mail);
			keep(mail);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const { address: host, port } = server.address() as AddressInfo;
	return {
		host,
		port,
		mails,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((closed) => server.close(closed));
		},
	};
}

const addressIn = (line: string): string => /<(.*?)>/.exec(line)?.[1] ?? '';

function serve(socket: Socket, deliver: (mail: Mail) => void): void {
	let waiting = '';
	let isData = false;
	let envelope = { from: '', to: [] as string[] };
	const answer = (line: string) => socket.write(`${line}\r\n`);
	const take = (line: string): void => {
		const command = line.slice(0, 4).toUpperCase();
		if (command === 'MAIL') envelope = { from: addressIn(line), to: [] };
		if (command === 'RCPT') envelope.to.push(addressIn(line));
		isData = command === 'DATA';
		if (command === 'QUIT') socket.end('221 Bye\r\n');
		else answer(isData ? '354 Go on' : '250 OK');
	};
	answer('220 mailbox');
	socket.setEncoding('latin1').on('data', (chunk: string) => {
		waiting += chunk;
		for (;;) {
			const end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n');
			if (end < 0) return;
			const text = waiting.slice(0, end);
			waiting = waiting.slice(end + (isData ? 5 : 2));
			if (!isData) take(text);
			else {
				isData = false;
				deliver({ ...envelope, ...readMail(text.replaceAll('\r\n..', '\r\n.')) });
				answer('250 Kept');
			}
		}
	});
}

/** The headers by their names in small letters, and the rest, of a message or a part. */
function split(raw: string): { headers: Record<string, string>; body: string } {
	const end = raw.indexOf('\r\n\r\n');
	const lines = raw
		.slice(0, end)
		.replace(/\r\n[ \t]+/g, ' ')
		.split('\r\n');
	const headers = lines.map((line) => {
		const [, name, value] = /^(.*?):\s*(.*)$/.exec(line) ?? [line, line, ''];
		return [name.toLowerCase(), value];
	});
	return { headers: Object.fromEntries(headers), body: raw.slice(end + 4) };
}

const parameter = (header: string, name: string): string | undefined =>
	new RegExp(`${name}="?([^";]+)"?`, 'i').exec(header)?.[1];

function readParts(raw: string): Part[] {
	const { headers, body } = split(raw);
	const type = headers['content-type'] ?? 'text/plain';
	const boundary = parameter(type, 'boundary');
	if (type.startsWith('multipart/') && boundary !== undefined)
		return `\r\n${body}`
			.split(`\r\n--${boundary}`)
			.slice(1, -1)
			.flatMap((part) => readParts(part.replace(/^\r\n/, '')));
	const name = parameter(headers['content-disposition'] ?? '', 'filename');
	const content = decode(body, headers['content-transfer-encoding'] ?? '');
	return [{ type: type.split(';')[0], ...(name !== undefined && { name }), content }];
}

function decode(body: string, encoding: string): Buffer {
	if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
	const text = /quoted-printable/i.test(encoding)
		? body
				.replace(/=\r\n/g, '')
				.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
		: body;
	return Buffer.from(text, 'latin1');
}

const readMail = (raw: string): Pick<Mail, 'subject' | 'parts'> => ({
	subject: split(raw).headers.subject ?? '',
	parts: readParts(raw),
});
