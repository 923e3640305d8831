/**
 * The tests that read sentences: they fail when the words are others, and all the rest must not. Each with its title,
 * or the file whose tests all do, and why a code would not do. `npm run test:reworded` keeps the list true.
 */
export type ReadsSentences = { why: string; tests: readonly string[] | 'all' };

export const readsSentences: Readonly<Record<string, ReadsSentences>> = {};
