/** Events of an alert that goes on: their items name it by its state. */
import type { IDataObject } from 'n8n-workflow';

export const reminderEvent = 'reminder';
export const grewEvent = 'grew';

export const isLater = ({ event }: IDataObject): boolean =>
	event === reminderEvent || event === grewEvent;

/** The event that begins or ends the alert of an item. */
export const alertEventOf = (item: IDataObject): unknown =>
	isLater(item) ? item.state : item.event;
