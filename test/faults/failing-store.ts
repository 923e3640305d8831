/** The same store, whose statements fail for as long as a test says so. */
import type { KyselyPlugin } from 'kysely';
import type { Deps } from '../../src/server/deps.ts';

/** Answers whether a statement fails now, by its words: a part of the raw text or a table's name. */
export type Fault = (words: string) => boolean;

export function withFault(deps: Deps, fails: Fault): Deps {
  const fault: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (fails(JSON.stringify(node))) throw new Error('the store is away');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...deps, store: { ...deps.store, db: deps.store.db.withPlugin(fault) } };
}

/** The writing of outcomes, and the reading of who sends. */
export const isSettling = (words: string): boolean =>
  words.includes('update message set\\n      status = ') && words.includes('from settled');
export const isReadingSenders = (words: string): boolean =>
  words.includes('"name":"sender"') && words.includes('SelectQueryNode');
