/** What time it is by the `Date` header of each host's last answer, because n8n's own clock may be wrong by days. */
import type { Host } from './hosts';
import type { HttpAnswer } from './transport';

export class HostClocks {
	private readonly told = new Map<Host, { dateMs: number; heardAt: number }>();

	/** Takes an answer into account; one without a readable header leaves the host without a time. */
	note(host: Host, { date, age }: HttpAnswer['headers']): void {
		// A cache repeats the header of the answer that it keeps, and says for how long it has kept it.
		const keptMs = /^\d+$/.test(age ?? '') ? Number(age) * 1000 : 0;
		const dateMs = Date.parse(date ?? '') + keptMs;
		if (Number.isNaN(dateMs)) this.told.delete(host);
		else this.told.set(host, { dateMs, heardAt: performance.now() });
	}

	/** UNIX seconds; undefined where the host does not say it. */
	timeOf(host: Host): number | undefined {
		const told = this.told.get(host);
		return told && Math.floor((told.dateMs + performance.now() - told.heardAt) / 1000);
	}
}
