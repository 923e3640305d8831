/**
 * The tests that read sentences: they fail when the words are others, and all the rest must not. By file, each with
 * its title (`*` for what differs from case to case) or `all`, and why no code would do. `npm run test:reworded` keeps
 * the list true: a test that is named here and passes fails there.
 */
export type ReadsSentences = { why: string; tests: readonly string[] | 'all' };

export const readsSentences: Readonly<Record<string, ReadsSentences>> = {};
