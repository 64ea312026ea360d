/**
 * docs/operations/triggers.md: the fields of the items of both triggers, from their golden items. What many events share
 * stands at its top alone, and an event has only what is its own.
 */

/** Where they stand in the page, whatever else their items have. */
const ofAll = ['sample', 'event', 'title', 'message', 'explorerUrl', 'observedAt', 'eventId'];
const ofAlerts = [
	...['severity', 'since', 'name', 'shortNodeId', 'nodeId', 'state', 'previousState'],
	...['reason', 'lastedSeconds', 'hint', 'source', 'validator', 'validationId', 'alertId'],
];
/** Items that may come with each event of their kind; the tests saw them with one. */
const ofSeveral = ['validatorDown group', 'validatorDown digest'];
const gap = 'newTransaction gap';

/** What an event of the stream shares with another, which stands before it. */
const streamEvents = {
	contractEvent: {
		items: ['contractEvent', 'topics'],
		as: { node: 'avalancheTrigger', event: 'contractEvent' },
	},
	tokenTransfer: {
		items: ['tokenTransfer'],
		as: { node: 'avalancheTrigger', event: 'newTransaction', of: ' of a token contract' },
	},
	newTransaction: {
		items: ['newTransaction'],
		as: { node: 'avalancheTrigger', event: 'newTransaction', of: ' of an address' },
	},
	newBlock: { items: ['newBlock'] },
	acceptedTransaction: { items: ['acceptedHash', 'acceptedTransaction', 'acceptedReceipt'] },
	pendingTransaction: {
		items: ['pendingHash', 'pendingTransaction', 'pendingReceipt', 'missedBefore'],
		as: { node: 'avalancheStreamTrigger', event: 'acceptedTransaction', of: ' but `lagBlocks`' },
	},
};
/** They have no table: a gap is as of the polling trigger, and what a node takes back has a heading of its own. */
const streamOthers = ['gap', 'removed'];

/** What an item of New Transaction is about, as its list Watch says it. */
const watched = {
	address: 'Address',
	'address from node': 'Address',
	internal: 'Internal Transactions',
	'ERC-20': 'Token Contract',
	'ERC-721': 'Token Contract',
	'token from node': 'Token Contract',
	chain: 'Chain',
	'chain from node': 'Chain',
	asset: 'X-Chain Asset',
};

/** Where the words of all events do not fit one. */
const ownWords = {
	ownNode: { uptime: 'Uptime in percent, as the other validators see it, weighted by stake' },
};

/** More alerts than these share a field by chance: it depends on the validator and not on the alert. */
const mostNamed = 3;

/** All fields of these shapes, in the order of the items; what the golden items got later comes behind. */
function mergeFields(shapes) {
	const merged = [];
	const add = (names) =>
		names.forEach((name, index) => {
			if (merged.includes(name)) return;
			const before = names.slice(0, index).findLast((each) => merged.includes(each));
			merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, name);
		});
	const lists = shapes.map(Object.keys);
	for (const names of lists) add(names.slice(0, names.indexOf('eventId') + 1 || names.length));
	for (const name of lists.flat()) if (!merged.includes(name)) merged.push(name);
	return merged;
}

/** The text of a page; the helpers are those of tools/docs.mjs. */
export function writeTriggerFields({
	triggers,
	goldenOf,
	propertiesOf,
	describe,
	writeRow,
	anchorOf,
}) {
	const pages = triggers.map((trigger) => ({
		...trigger,
		golden: goldenOf(trigger.name),
		schema: propertiesOf(trigger.name),
		events: trigger.properties.find(({ name }) => name === 'event').options,
	}));
	const [polling, stream] = pages;

	/** The parts of a description that are about other items are left out. */
	const sayFor = (text, { isAlert, isGap }) => {
		const [usual, ofGap] = text.split('; of a gap, ');
		const [ofToken, ofValidator] = usual.split(/, or (?=your name)/);
		const part = isGap ? ofGap : isAlert ? ofValidator : undefined;
		return part ? part[0].toUpperCase() + part.slice(1) : ofToken;
	};
	/** What these items have, and not all that have a field of this name. */
	const typeOf = (shapes) =>
		[...new Set(shapes.flatMap(({ type }) => type))].sort(
			(a, b) => (a === 'null') - (b === 'null'),
		);

	/** The table of some fields of some items. */
	function writeTable({ golden, schema }, items, { only, without = [], inItems, event, ...about }) {
		const shapes = items.map((item) => golden[item]);
		const names = only ?? mergeFields(shapes).filter((name) => !without.includes(name));
		const rows = names.flatMap((name) => {
			const shape = shapes.map((fields) => fields[name]).filter(Boolean);
			if (!shape.length)
				throw new Error(`No item has the field ${name} of tools/triggerFields.mjs`);
			const exact = `${name}Exact`;
			if (name.endsWith('Exact') && names.includes(name.slice(0, -5))) return [];
			const { description } = schema[name];
			const words = ownWords[event]?.[name] ?? sayFor(description, about);
			const shown = names.includes(exact) ? [name, exact] : [name];
			return [[shown, typeOf(shape), words, shape, inItems?.(name) ?? '']];
		});
		const nested = about.isAlert && !only ? writeValidator({ golden, schema }, items, event) : [];
		return writeRows([...rows, ...nested]);
	}

	/** What the record of the validator holds. */
	function writeValidator({ golden, schema }, items, event) {
		const shapes = items.flatMap((item) => golden[item].validator?.fields ?? []);
		const of = schema.validator.properties;
		return mergeFields(shapes)
			.filter((name) => !name.endsWith('Exact'))
			.map((name) => {
				const shown = [name, `${name}Exact`].filter((each) =>
					shapes.some((shape) => each in shape),
				);
				const { description } = of[name];
				const words = ownWords[event]?.[name] ?? sayFor(description, { isAlert: true });
				const shape = shapes.map((fields) => fields[name]).filter(Boolean);
				return [shown.map((each) => `validator.${each}`), typeOf(shape), words, shape, ''];
			});
	}

	function writeRows(rows) {
		const hasIn = rows.some((row) => row[4]);
		return [
			`| Field | Type | Meaning |${hasIn ? ' In |' : ''} Sample |`,
			`|---|---|---|${hasIn ? '---|' : ''}---|`,
			...rows.map((row) => writeRow(...(hasIn ? row : row.slice(0, 4)))),
			'',
		];
	}

	const alertOptions = polling.properties
		.filter(({ name }) => name === 'alertWhen')
		.flatMap(({ options }) => options);
	/** The alert of an item as Alert When names it, also at its end. */
	const alertOf = (item) => {
		const event = item.split(' ')[1];
		const states = [event, polling.golden[item].previousState?.sample];
		return alertOptions.find(({ value }) => states.includes(value))?.name ?? `\`${event}\``;
	};
	/** The kinds of items that have a field, if not all have it. */
	const inKinds = (items, kindOf, mostKinds) => (name) => {
		const kinds = [...new Set(items.map(kindOf))];
		const has = (kind) =>
			items.some((item) => kindOf(item) === kind && name in polling.golden[item]);
		const having = kinds.filter(has);
		if (having.length === kinds.length || having.length > mostKinds) return '';
		const [other, ...others] = kinds.filter((kind) => !has(kind));
		return others.length || kinds.length < 4 ? having.join(', ') : `all but ${other}`;
	};
	const watchOf = (item) => watched[item.slice(item.indexOf(' ') + 1)];
	const severalOf = (item) => (item.endsWith('digest') ? 'Digest' : 'Many validators');

	const isAlert = (event) =>
		Object.entries(polling.golden).some(
			([item, fields]) => item.split(' ')[0] === event && 'severity' in fields,
		);
	const itemsOf = (event) =>
		Object.keys(polling.golden).filter(
			(item) => item.split(' ')[0] === event && item !== gap && !ofSeveral.includes(item),
		);
	const sorted = [...polling.events].sort((a, b) => isAlert(b.value) - isAlert(a.value));
	const alerts = sorted.filter(({ value }) => isAlert(value));
	const alertItems = alerts.flatMap(({ value }) => itemsOf(value));
	const allItems = [...alertItems, ...Object.keys(polling.golden)];

	const byWatch = (a, b) => (watchOf(a) < watchOf(b) ? -1 : 1);
	const writeEvent = ({ name, value, description }) => {
		const items = itemsOf(value);
		const alert = isAlert(value);
		const inItems =
			value === 'newTransaction'
				? inKinds(items.sort(byWatch), watchOf, Infinity)
				: alert
					? inKinds(items, alertOf, mostNamed)
					: undefined;
		return [
			`### ${name}`,
			'',
			`${describe(description)} [Samples](../trigger.md#${anchorOf(name)}).`,
			'',
			...writeTable(polling, items, {
				without: [...ofAll, ...(alert ? ofAlerts : [])],
				isAlert: alert,
				event: value,
				inItems,
			}),
		];
	};

	const known = [...Object.values(streamEvents).flatMap(({ items }) => items), ...streamOthers];
	const unknown = Object.keys(stream.golden).filter((item) => !known.includes(item));
	if (unknown.length) throw new Error(`tools/triggerFields.mjs has no place for ${unknown.join()}`);

	const namesOf = (page, items) => items.flatMap((item) => Object.keys(page.golden[item]));
	const writeStreamEvent = ({ name, value, description }) => {
		const { items, as } = streamEvents[value];
		const page = pages.find((each) => each.name === as?.node);
		const shared = as
			? namesOf(page, page === stream ? streamEvents[as.event].items : itemsOf(as.event))
			: [];
		const heading = [`### ${name}`, '', describe(description)];
		if (!as) return [...heading, '', ...writeTable(stream, items, { without: ofAll })];
		const other = page.events.find((each) => each.value === as.event).name;
		const known = new Set([...ofAll, ...shared]);
		const own = new Set(namesOf(stream, items).filter((each) => !known.has(each)));
		const more = [...own].map((each) => {
			const words = stream.schema[each].description;
			return `\`${each}\`: ${words[0].toLowerCase()}${words.slice(1)}`;
		});
		const fields = `The fields of [${other}](#${anchorOf(other)})${as.of ?? ''}`;
		return [...heading, `${fields}, and ${more.join(', and ')}.`, ''];
	};

	const link = (heading, anchor = anchorOf(heading)) => `[${heading}](#${anchor})`;
	const pollingNames = sorted.map(({ name }) => name);
	const several = 'Several validators in one item';
	const streamLinks = stream.events.map(({ name }) =>
		link(name, anchorOf(name) + (pollingNames.includes(name) ? '-1' : '')),
	);
	return [
		'# Fields of the triggers',
		'',
		'The fields of all items of [Avalanche Trigger](../trigger.md) and [Avalanche Stream Trigger](../stream.md), if Simplify',
		'is on. These two pages have the samples. `node tools/docs.mjs` writes this one. [All nodes](README.md),',
		'[the docs](../README.md).',
		'',
		`- ${link('Every item')}`,
		`- **${polling.displayName}**: ${[link('Every alert'), link(several), ...pollingNames.map((name) => link(name)), link('A gap')].join(', ')}`,
		`- **${stream.displayName}**: ${[...streamLinks, link('A log that the node takes back')].join(', ')}`,
		'',
		'- A number with a second name that ends with `Exact` comes twice: as a number, and as exact decimal text.',
		'- Where the column **In** names alerts, or what is watched, the field comes only there.',
		'- What is not known is left out, such as `name` without a name of yours, or `explorerUrl` without a page.',
		'',
		'## Every item',
		'',
		...writeTable(polling, allItems, { only: ofAll }),
		`## ${polling.displayName}`,
		'',
		'### Every alert',
		'',
		`The alerts are ${alerts.map(({ name }) => link(name)).join(', ')}. An item has what is known of its alert.`,
		'',
		...writeTable(polling, alertItems, { only: ofAlerts, isAlert: true }),
		`### ${several}`,
		'',
		'[Many validators at the same time](../trigger.md#many-at-the-same-time), or a',
		'[digest](../trigger.md#reminders-and-digests).',
		'',
		...writeTable(polling, ofSeveral, {
			without: [...ofAll, ...ofAlerts],
			inItems: inKinds(ofSeveral, severalOf, Infinity),
		}),
		...sorted.flatMap(writeEvent),
		'### A gap',
		'',
		'Of New Transaction, Contract Event and the stream: what could not be read.',
		'',
		...writeTable(polling, [gap], { without: ofAll, isGap: true }),
		`## ${stream.displayName}`,
		'',
		...stream.events.flatMap(writeStreamEvent),
		'### A log that the node takes back',
		'',
		'Avalanche never takes blocks back. Another EVM server may.',
		'',
		...writeTable(stream, ['removed'], { without: ofAll }),
	].join('\n');
}
