/** How long a poll may take: n8n gives up a poll, or starts the next one, at some time. */
import type { IPollFunctions } from 'n8n-workflow';
import type { Settings } from '../shared/network/requests';

/** A request that takes longer would make its poll run into the next one. */
export const timeoutMs = 20_000;
/** A host that limits the rate for longer is left to n8n, which then polls later. */
const patienceMs = 5_000;

/** The limits of a poll. The next poll is the next try: repeated requests would only make polls overlap. */
export const restrictTo =
	(context: IPollFunctions) =>
	(settings: Settings): Settings => ({
		...settings,
		timeoutMs: Math.min(settings.timeoutMs, timeoutMs),
		retries: 0,
		patienceMs,
		waitUntil: Date.now() + Math.min(timeoutMs, context.getPollBudgetMs?.() ?? Infinity),
	});

const usualPollMs = 30_000;
const longestBudgetMs = 40_000;
/** The rest of the time is for the last request. */
const budgetShare = 0.6;

/** How long a poll may begin new requests. */
export const budgetOf = (context: IPollFunctions): number =>
	Math.min(longestBudgetMs, (context.getPollBudgetMs?.() ?? usualPollMs) * budgetShare);
