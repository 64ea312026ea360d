/** What every network has on its C-Chain that is asked, by the names that the examples of contracts use. */
export interface Ground {
	/** An account with a balance, whose transaction calls the contract. */
	account: string;
	contract: string;
	transactionHash: string;
	/** The block of the transaction, its number in hexadecimal. */
	block: string;
	blockHash: string;
}

/** The values of an example on this network. Throws for a name that no network has. */
export const fillExample = (example: string[], ground: Ground): unknown[] =>
	example.map((text) => {
		if (!text.startsWith('$')) return JSON.parse(text);
		const name = text.slice(1);
		if (Object.hasOwn(ground, name)) return ground[name as keyof Ground];
		throw new Error(`${text} is no example: spec/ground.mts has ${Object.keys(ground).join(', ')}`);
	});
