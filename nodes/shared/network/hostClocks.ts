/** The time by the `Date` header of each host's last answer, because n8n's own clock may be wrong by days. */
import type { Host } from './hosts';
import type { HttpAnswer } from './transport';

export class HostClocks {
	private readonly told = new Map<Host, { dateMs: number; heardAt: number }>();

	/** Takes an answer into account. Without a readable header, the host's time becomes unknown. */
	note(host: Host, { date, age }: HttpAnswer['headers']): void {
		// A cache repeats the header of the answer it keeps. Its age says for how long it has kept it.
		const keptMs = /^\d+$/.test(age ?? '') ? Number(age) * 1000 : 0;
		const dateMs = Date.parse(date ?? '') + keptMs;
		if (Number.isNaN(dateMs)) this.told.delete(host);
		else this.told.set(host, { dateMs, heardAt: performance.now() });
	}

	/** UNIX seconds. Undefined if the host does not say. */
	timeOf(host: Host): number | undefined {
		const told = this.told.get(host);
		return told && Math.floor((told.dateMs + performance.now() - told.heardAt) / 1000);
	}
}
