/** The value of AVAX on the Primary Network. The service has prices with the balances of EVM chains only. */
import type { IDataObject } from 'n8n-workflow';
import { networks } from '../shared/avalanche/chains';
import type { Answer } from '../shared/errors';
import { fieldValue } from '../shared/fields/fields';
import type { Client } from '../shared/network/client';
import { oncePerClient } from '../shared/network/oncePerClient';
import { toRestCall } from '../shared/operation/groups';
import type { RestOperation } from '../shared/operation/operations';
import { zeroAddress } from '../shared/values/hex';
import { multiply, readAmount, toUnits } from '../shared/values/numbers';
import { isRecord, valueAt } from '../shared/values/records';
import { isOfPast } from './columns';
import { network } from './fields';

type Completing = NonNullable<RestOperation['completePage']>;

/** The price of AVAX, as Get Native has it for any address. Null if the service does not tell it. */
const makePriceReader = (nativeBalance: RestOperation) =>
	oncePerClient(
		async (client: Client, chainId: string, currency: unknown): Promise<Answer<unknown>> => {
			const values = { chainId, address: zeroAddress, currency };
			const answer = await client.rest(toRestCall('data', nativeBalance, values));
			if (!answer.ok && answer.failure.kind === 'not-understood') return answer;
			const price = answer.ok ? valueAt(answer.result, 'nativeTokenBalance.price') : null;
			return { ok: true, result: price };
		},
	);

function withValue(record: IDataObject, price: unknown): IDataObject {
	const value = multiply(
		readAmount(valueAt(price, 'value')),
		toUnits(readAmount(record.amount), record.denomination),
	);
	if (!isRecord(price) || value === undefined) return record;
	return { ...record, price, balanceValue: { value, currencyCode: price.currencyCode } };
}

/** Adds price and value to the balances in AVAX, in the form that balances of EVM chains have. */
export function addValues(nativeBalance: RestOperation): Completing {
	const readPrice = makePriceReader(nativeBalance);
	return async (records, { client, values }) => {
		const { cChainId, avaxId } = networks[fieldValue(values, network)];
		const isAvax = ({ assetId }: IDataObject): boolean => assetId === avaxId;
		if (isOfPast(values) || !records.some(isAvax)) return { ok: true, result: records };
		const price = await readPrice(client, cChainId, values.currency ?? 'usd');
		if (!price.ok) return price;
		const priced = (record: IDataObject) =>
			isAvax(record) ? withValue(record, price.result) : record;
		return { ok: true, result: records.map(priced) };
	};
}
