/** Every field that takes a URL completes a host of the user's own network in the same way. Finds the fields in the built nodes. */
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import { pingUrl } from '../../nodes/Trigger/heartbeat/settings';
import { otherNodes } from '../../nodes/Trigger/watch/head/settings';
import { furtherObservers } from '../../nodes/Trigger/watch/observers/settings';
import { silencesUrl } from '../../nodes/Trigger/watch/options';
import { runbookUrl } from '../../nodes/Trigger/watch/runbook';
import type { Field } from '../../nodes/shared/fields/fields';
import { urlOf, type AvalancheCredential } from '../../nodes/shared/network/credential';
import type { Host } from '../../nodes/shared/network/hosts';

const load = createRequire(join(process.cwd(), 'package.json'));
const { n8n } = JSON.parse(readFileSync('package.json', 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};
const propertiesOf = (file: string): INodeProperties[] => {
	const exported = load(join(process.cwd(), file)) as Record<string, new () => unknown>;
	const made = new exported[basename(file).split('.')[0]!]!() as INodeType & ICredentialType;
	return made.description?.properties ?? made.properties;
};
/** The names of the fields that propose a URL. */
const namesOfUrls = (property: INodeProperties): string[] => [
	...(/^e\.g\. .*https?:\/\//.test(property.placeholder ?? '') ? [property.name] : []),
	...(property.options ?? []).flatMap((option) => {
		if ('type' in option) return namesOfUrls(option);
		return 'values' in option ? option.values.flatMap(namesOfUrls) : [];
	}),
];

const ofField = (field: Field, toUrl: (read: never) => string) => (entered: string) =>
	toUrl(field.encode(entered, { timezone: 'UTC' }) as never);
const asIs = (read: string) => read;
const ofObserver = (field: Field) => (entered: string) =>
	ofField(field, ([{ url }]: [{ url: string }]) => url)(`Zurich = ${entered}`);
const ofCredential = (host: Host) => (entered: string) =>
	urlOf({ network: 'ownNode', [`${host}Url`]: entered } as unknown as AvalancheCredential, host);

const readers: Record<string, Array<(entered: string) => string>> = {
	nodeUrl: [ofCredential('node')],
	dataUrl: [ofCredential('data')],
	metricsUrl: [ofCredential('metrics')],
	furtherObservers: [ofObserver(furtherObservers), ofObserver(otherNodes)],
	heartbeatPingUrl: [ofField(pingUrl, asIs)],
	silencesUrl: [ofField(silencesUrl, asIs)],
	runbookUrl: [ofField(runbookUrl, asIs)],
};

test('each field of a URL in the editor is tried here', () => {
	const names = [...n8n.nodes, ...n8n.credentials]
		.flatMap(propertiesOf)
		.flatMap((property) => namesOfUrls(property));
	// The defaults of these two propose their URLs.
	const found = new Set([...names, 'dataUrl', 'metricsUrl']);
	expect([...found].sort()).toEqual(Object.keys(readers).sort());
});

test.each([
	['127.0.0.1:9710', 'http://127.0.0.1:9710'],
	[' localhost:9650 ', 'http://localhost:9650'],
	['10.0.0.7:9650', 'http://10.0.0.7:9650'],
	['172.20.1.2:9650', 'http://172.20.1.2:9650'],
	['ws://192.168.1.5:9650', 'http://192.168.1.5:9650'],
])('%s is read as %s by all of them', (entered, url) => {
	for (const [name, list] of Object.entries(readers))
		for (const read of list) expect([name, read(entered).replace(/\/$/, '')]).toEqual([name, url]);
});
