/** The way from a trigger to a server of this machine: a TCP proxy that can drop all connections. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Link {
	url: string;
	/** From now on each connection breaks off, those that are open too. */
	cut: () => void;
	mend: () => void;
	close: () => void;
}

/** Passes all that comes on to the server at this URL. */
export async function openLink(target: string): Promise<Link> {
	const { port, hostname } = new URL(target);
	const sockets = new Set<Socket>();
	let isCut = false;
	const server = createServer((near) => {
		if (isCut) return void near.resetAndDestroy();
		const far = connect(Number(port), hostname);
		for (const [socket, other] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(socket);
			socket.on('error', () => other.destroy());
			socket.on('close', () => {
				sockets.delete(socket);
				other.destroy();
			});
		}
		near.pipe(far).pipe(near);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const cut = () => {
		isCut = true;
		for (const socket of sockets) socket.resetAndDestroy();
	};
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		cut,
		mend: () => {
			isCut = false;
		},
		close: () => {
			cut();
			server.close();
		},
	};
}
