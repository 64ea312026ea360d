/** IDs that recognize an item, a feed or a record when it is read or delivered again. */
import { createHash } from 'node:crypto';
import type { TriggerContext } from './parameters';

/** 64 bits in hexadecimal, the same for parts with the same JSON. */
export const fingerprint = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** The `eventId` of an item: the event's name, and a hash of everything that tells the item from others. */
export const nameItem = (event: string, ...identity: unknown[]): string =>
	`${event}-${fingerprint(...identity)}`;

/** A short mark of a text in base64url, six bits per character. */
export const markOf = (text: string, length: number): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Tells the items of one trigger node from those of any other. */
export const scopeOf = (context: Pick<TriggerContext, 'getNode' | 'getWorkflow'>): string =>
	`${context.getWorkflow().id}:${context.getNode().id}`;
