import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Proof } from './scope.ts';

/** A person has a screen that asks whether everything is meant; a program has to say so. */
export function needAll({ key }: Pick<Proof, 'key'>, { all, ...named }: Record<string, unknown>): void {
  const isNamed = ['broadcastID', 'ids', 'reasonCode'].some((field) => named[field] !== undefined);
  if (!key || all === true || isNamed) return;
  throw new Failure('malformed', failureWords.sayAll, [{ path: 'all', message: failureWords.sayAll }]);
}
