/** JSON whose numbers stay as they were written, whatever a double can hold. */

interface ExactJson {
	rawJSON(text: string): object;
	parse(
		text: string,
		reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
	): unknown;
}
const exactJson = JSON as unknown as ExactJson;

/** A number written exactly as given, for what does not fit a double. */
export const writeNumber = (text: string) => exactJson.rawJSON(text);

/** JSON of a value; big integers are written as plain numbers. */
export const writeJson = (value: unknown) =>
	// n8n gives big integers a toJSON that writes text, so what stands in the holder counts.
	JSON.stringify(value, function (this: Record<string, unknown>, key, field) {
		const own = this[key];
		return typeof own === 'bigint' ? writeNumber(String(own)) : field;
	});

/** A JSON text whose numbers are kept as they were written. */
export const readJson = (text: string) =>
	exactJson.parse(text, (_, value, { source }) =>
		typeof value === 'number' ? writeNumber(source!) : value,
	);

/** The kind of a JSON value in the words of Go's decoder. */
export const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return 'array';
	const plain = toNumber(value);
	return typeof plain === 'boolean' ? 'bool' : typeof plain;
};

/** The number behind one that was kept as it was written; other values as they are. */
export const toNumber = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && 'rawJSON' in value ? Number(value.rawJSON) : value;

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
