/**
 * How many blocks the servers behind one URL may be apart: mostly, and at most. Where one server answers two questions
 * together, the first number suffices.
 */
export const blocksApart = { usual: 32, most: 1000 };
