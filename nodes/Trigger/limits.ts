/** Time limits of a poll. n8n gives up a long poll, or starts the next one meanwhile. */
import type { IPollFunctions } from 'n8n-workflow';
import type { Settings } from '../shared/network/requests';

/** A longer request would make its poll run into the next one. */
export const timeoutMs = 20_000;
/** If a host limits the rate for longer, the poll fails, and n8n polls later. */
const patienceMs = 5_000;

/** The limits of a poll. Retries would only make polls overlap, and the next poll tries again anyway. */
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

/** How long a poll may start new requests, in ms. */
export const budgetOf = (context: IPollFunctions): number =>
	Math.min(longestBudgetMs, (context.getPollBudgetMs?.() ?? usualPollMs) * budgetShare);
