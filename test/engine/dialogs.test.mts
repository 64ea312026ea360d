/** What a dialog of a node shows, and in which order. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
	NodeHelpers,
	type ICredentialType,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';
import { listDescriptions } from '../support/descriptions.mts';
import { listRows } from '../../tools/groups.mts';

const governing = ['resource', 'operation', 'event', '@version', '@tool', '@feature'];

/** Whether two properties can be shown at the same time, as far as these fields say. */
const canMeet = (a: INodeProperties, b: INodeProperties): boolean =>
	['resource', 'operation', 'event', 'source'].every((name) => {
		const [one, other] = [a, b].map(({ displayOptions }) => displayOptions?.show?.[name]);
		return !one || !other || one.some((value) => other.includes(value));
	});

test.each(listDescriptions().map(({ name, properties }) => [name, properties] as const))(
	'in %s, a field that governs another stands above it',
	(_name, properties) => {
		const wrong = properties.flatMap((property, place) =>
			Object.keys(property.displayOptions?.show ?? {})
				.filter((name) => !governing.includes(name))
				.filter((name) =>
					properties.some(
						(other, at) => at > place && other.name === name && canMeet(property, other),
					),
				)
				.map(
					(name) =>
						`${property.name} (${String(property.displayOptions!.show!.operation)}) above ${name}`,
				),
		);
		expect(wrong).toEqual([]);
	},
);

test('a collection is shown only where it has something to add', () => {
	const empty = listDescriptions().flatMap(({ name, properties }) =>
		properties
			.filter(({ type, displayName }) => type === 'collection' && displayName !== 'Options')
			.filter(({ options = [], displayOptions }) => {
				const needs = options.map((option) =>
					'displayOptions' in option ? option.displayOptions?.show : undefined,
				);
				const [first] = needs;
				if (!first || needs.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
					return false;
				return Object.entries(first).some(
					([field, values]) =>
						JSON.stringify(displayOptions?.show?.[field.replace('/', '')]) !==
						JSON.stringify(values),
				);
			})
			.map(({ displayName }) => `${displayName} of ${name}`),
	);
	expect(empty).toEqual([]);
});

test('what is no warning stands below a field, and in no orange notice', () => {
	const misplaced = listRows().flatMap(({ description, resource, operation, fields, row }) => {
		const { details, isWarning } = row;
		const shown = description.properties.filter(
			({ displayOptions: { show = {} } = {} }) =>
				show.resource?.includes(resource) && show.operation?.includes(operation),
		);
		const place = (text?: string) => Boolean(details && text?.includes(details));
		const isNotice = shown.some(({ type, displayName }) => type === 'notice' && place(displayName));
		const isHint = shown.some(({ hint }) => place(hint));
		const takesHint = Boolean(details) && !isWarning && fields.some(({ optional }) => !optional);
		const isRight = isHint === takesHint && isNotice === (Boolean(details) && !takesHint);
		return isRight ? [] : [`${description.name} ${resource} ${operation}`];
	});
	expect(misplaced).toEqual([]);
	const ofTriggers = listDescriptions()
		.filter(({ group }) => group.includes('trigger'))
		.flatMap(({ properties }) => properties.filter(({ type }) => type === 'notice'))
		.map(({ displayName }) => displayName);
	for (const words of ofTriggers) expect(words).toMatch(/may still fail|is lost|goes unseen/);
});

test('the fields of each operation stand in the order of its table', () => {
	const late = new Set(['returnAll', 'limit', 'simplify']);
	for (const { description, resource, operation, fields } of listRows()) {
		const shown = description.properties.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource) &&
				displayOptions.show.operation?.includes(operation),
		);
		const own = fields.filter(({ optional, name }) => !optional && !late.has(name));
		const names = new Set(own.map(({ name }) => name));
		const order = shown.map(({ name }) => name).filter((name) => names.has(name));
		expect([description.name, resource, operation, order]).toEqual([
			description.name,
			resource,
			operation,
			own.map(({ name }) => name),
		]);
	}
});

describe('the dialog of the credential', () => {
	const load = createRequire(join(process.cwd(), 'package.json'));
	const { AvalancheNodesApi } = load('./dist/credentials/AvalancheNodesApi.credentials.js') as {
		AvalancheNodesApi: new () => ICredentialType;
	};
	const { properties } = new AvalancheNodesApi();
	const shownFor = (values: Record<string, string>) =>
		properties.filter((property) => NodeHelpers.displayParameter(values, property, null, null));

	test.each([
		[1, { network: 'mainnet', services: 'urls' }],
		[1, { network: 'fuji', services: 'none' }],
		[1, { network: 'ownNode', services: 'urls' }],
		[1, { network: 'hosted', services: 'urls' }],
		[0, { network: 'ownNode', services: 'none' }],
		[0, { network: 'hosted', services: 'none' }],
	])('has %i field for the API key for %j', (count, values) => {
		const shown = shownFor({ nodeAuthentication: 'none', limits: 'default', ...values });
		expect(shown.filter(({ name }) => name === 'apiKey')).toHaveLength(count);
	});

	test('says without a notice, which is orange, that the public hosts need nothing', () => {
		expect(properties.filter(({ type }) => type === 'notice')).toEqual([]);
		expect(properties[0].hint).toMatch(/^Mainnet and Fuji need no address and no key/);
	});
});

test('an event whose validators are in no list offers Names, whatever was chosen for another event', () => {
	const trigger = listDescriptions().find(({ name }) => name === 'avalancheTrigger')!;
	const node = { typeVersion: 1 } as Parameters<typeof NodeHelpers.displayParameterPath>[3];
	const offers = (chosen: INodeParameters): boolean => {
		const values = { validatorsFrom: 'list', options: {}, ...chosen };
		const isShown = (property: INodeProperties, path: string) =>
			NodeHelpers.displayParameterPath(values, property, path, node, trigger);
		return trigger.properties
			.filter((property) => property.name === 'options' && isShown(property, ''))
			.flatMap(({ options = [] }) => options as INodeProperties[])
			.some((option) => option.displayName === 'Names' && isShown(option, 'options'));
	};
	const offering = {
		nodeHealth: offers({ event: 'nodeHealth' }),
		ownNode: offers({ event: 'ownNode', source: 'node' }),
		peersOfOwnNode: offers({ event: 'ownNode', source: 'peers' }),
		validators: offers({ event: 'validatorDown' }),
	};
	expect(offering).toEqual({
		nodeHealth: true,
		ownNode: true,
		peersOfOwnNode: false,
		validators: false,
	});
});
