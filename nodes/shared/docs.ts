/** For the Docs buttons of the editor. Must equal the repository of package.json. */
const repository = 'https://github.com/n8n-nodes-avalanche/n8n-nodes-avalanche';

/** The URL of a page of docs/, such as `trigger.md`. */
export const docsPage = (page: string): string => `${repository}/blob/main/docs/${page}`;
