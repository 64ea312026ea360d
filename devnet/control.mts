import type { Reply } from './http.mts';
import type { Deed } from './page.mts';
import type { World } from './world.mts';

/** What can be done to the mock network below /control, and asked of it. */
export interface Controls {
	world: World;
	now: () => number;
	/** By a POST, with what is chosen. */
	changes: Record<string, (choice: unknown) => unknown>;
	/** By a GET. */
	readings: Record<string, () => unknown>;
	/** What was done last is added. */
	deeds: Deed[];
}

/** What happened last, on the page. */
const mostDeeds = 20;

export const createControl =
	({ world, now, changes, readings, deeds }: Controls) =>
	async (method: string, name: string, body: string): Promise<Reply> => {
		const headers = { 'content-type': 'application/json' };
		const known = method === 'POST' ? changes : readings;
		if (!Object.hasOwn(known, name))
			return { status: 404, headers, json: { message: `There is no ${method} /control/${name}` } };
		const deed: Deed = { at: now(), control: name, choice: {} };
		if (method === 'POST') deeds.push(deed);
		if (deeds.length > mostDeeds) deeds.shift();
		try {
			if (body) deed.choice = JSON.parse(body);
			const result = await known[name]!.call(world, deed.choice);
			return { status: 200, headers, json: result ?? {} };
		} catch (error) {
			deed.refused = (error as Error).message;
			return { status: 400, headers, json: { message: deed.refused } };
		}
	};
