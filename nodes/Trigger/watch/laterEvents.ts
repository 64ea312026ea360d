/** Events of an alert that goes on. Their items name the alert in `state`. */
import type { IDataObject } from 'n8n-workflow';
import { alerts } from './conditions';
import type { Alert } from './model';

export const reminderEvent = 'reminder';
export const grewEvent = 'grew';

export const isLater = ({ event }: IDataObject): boolean =>
	event === reminderEvent || event === grewEvent;

/** The event that began or ended the alert of an item. */
export const alertEventOf = (item: IDataObject): unknown =>
	isLater(item) ? item.state : item.event;

/** The alert whose turn an item shows. Undefined for an item about none. */
export function alertShownBy(item: IDataObject): Alert | undefined {
	const name = alertEventOf(item);
	return alerts.find(({ event, endEvent }) => event === name || endEvent === name);
}
