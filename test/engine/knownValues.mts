/** What a user of the mock network enters in the fields of an operation. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	demoAccount,
	demoL1Chain,
	fundedAccount,
	nodeAccount,
	ourNodeIds,
} from '../../devnet/devnet.mts';
import { listExamples } from '../../devnet/examples.mts';
import { endpoints, methods, nodeGets } from '../../spec/index.mts';
import type { Row } from '../../tools/groups.mts';
import { enterExample } from '../support/contracts.mts';
import { groundOf } from '../support/contractScene.mts';
import { recipient, type Scene } from './evmScene.mts';

/** By the names of fields. */
function valuesOf(
	{ devnet, contract, transactionHash, blockHash, block, signed, nonce, filterId }: Scene,
	{ resource }: Row,
): IDataObject {
	const payment = { from: nodeAccount, to: recipient, gas: '30000', nonce };
	return {
		contract,
		transactionHash,
		blockHash,
		block,
		filterId,
		index: '0',
		rawTransaction: signed,
		address: fundedAccount,
		owner: demoAccount,
		token: devnet.world.ledger.chains[0]!.contracts[0]!.address,
		nodeId: ourNodeIds[0],
		nodeIds: ourNodeIds.join(),
		transaction: { ...payment, maxFeePerGas: '200', maxPriorityFeePerGas: '1' },
		blockchainId: demoL1Chain.blockchainId,
		...(resource === 'subnetEvm' && { chain: demoL1Chain.blockchainId }),
	};
}

/** The parameters of an example, with values that the mock network of the scene knows. */
export function enterKnown(scene: Scene, at: Row, parameters: INodeParameters): INodeParameters {
	const entry = [...methods, ...endpoints, ...nodeGets].find(
		(one) => ('method' in one ? one.method : one.path) === at.method,
	);
	const known: IDataObject = {};
	for (const { name, type } of entry?.params.document.fields ?? []) {
		const field = at.fields.find((own) => (own.apiName ?? own.name) === name);
		if (field && type.kind !== 'record')
			known[field.name] = listExamples(type, scene.devnet.world, known)[0] as IDataObject;
	}
	const ofContract = enterExample(at, groundOf(scene)) as IDataObject | undefined;
	const values: IDataObject = { ...ofContract, ...valuesOf(scene, at), ...known };
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [name, values[name] ?? value]),
	) as INodeParameters;
}
