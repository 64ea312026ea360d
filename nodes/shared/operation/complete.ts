/** Completes the single record of a request by what further requests tell of it. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../errors';
import type { AskedRun, RpcOperation } from './operations';

export const completeRecord =
	(
		add: (record: IDataObject, asked: AskedRun) => Promise<Answer<IDataObject>>,
	): NonNullable<RpcOperation['complete']> =>
	async (made, asked) => {
		if (!made.ok) return made;
		const told = await add(made.result[0], asked);
		return told.ok ? { ...made, result: [told.result] } : told;
	};
