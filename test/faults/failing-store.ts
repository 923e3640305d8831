/** A store whose statements fail while the test says so. */
import type { KyselyPlugin } from 'kysely';
import type { Deps } from '../../src/server/deps.ts';

/** Says whether a statement fails now, by a part of its raw text or the name of a table. */
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

/** Whether the statement stores outcomes, or (below) reads the senders. */
export const isSettling = (words: string): boolean =>
  words.includes('update message set\\n      status = ') && words.includes('from settled');
export const isReadingSenders = (words: string): boolean =>
  words.includes('"name":"sender"') && words.includes('SelectQueryNode');
