/** The way through a network to a port of this machine, which can be cut. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
	port: number;
	/** Ends what is open, and takes nothing more. */
	cut: () => void;
}

export async function openGate(port: number): Promise<Gate> {
	const sockets = new Set<Socket>();
	const server = createServer((near) => {
		const far = connect(port, '127.0.0.1');
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(one);
			one
				.on('error', () => {})
				.on('close', () => {
					sockets.delete(one);
					other.destroy();
				});
			one.pipe(other);
		}
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		port: (server.address() as AddressInfo).port,
		cut: () => {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}
