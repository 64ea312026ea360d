/** What a row declares of a list of requested values. `run/requested.ts` reads it. */
import type { IDataObject } from 'n8n-workflow';

/** The requested ones among the values of an item. Undefined if all are meant. */
type Asked = (values: Record<string, unknown>) => string[] | undefined;

/** For a list that returns one record per requested value, such as validators by node ID. A hint names the others. */
export interface OneForEach {
	asked: Asked;
	/** The record field that holds the value. */
	by: string;
	/** The column that holds it once the record is simplified. */
	as: string;
	/** Settings that ask for all records. Only with these are Return All and Limit shown. */
	all?: Record<string, string[]>;
	/** Filters that sort the list by urgency. Without them, the items come in the order of the values. */
	sortedBy?: string[];
}

/** For a list in which a requested value can have any number of records. A hint names those without one. */
export interface SomeForEach {
	asked: Asked;
	/** The record field that holds the value. */
	by: string;
	/** Whether a record is of a value, if they need not be equal. */
	isOf?: (record: IDataObject, value: string) => boolean;
}
