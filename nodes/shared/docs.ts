/** Where the Docs buttons of the editor lead. `repository` is that of package.json. */
export const repository = 'https://github.com/n8n-nodes-avalanche/n8n-nodes-avalanche';

/** The address of a page of docs/, such as `trigger.md`. */
export const docsPage = (page: string): string => `${repository}/blob/main/docs/${page}`;
