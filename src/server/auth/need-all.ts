import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Proof } from './scope.ts';

/** The screen asks a person to confirm that all messages are meant. A program must send `all` instead. */
export function needAll({ key }: Pick<Proof, 'key'>, { all, ...named }: Record<string, unknown>): void {
  const isNamed = ['broadcastID', 'ids', 'reasonCode'].some((field) => named[field] !== undefined);
  if (!key || all === true || isNamed) return;
  throw new Failure('malformed', failureWords.sayAll, [{ path: 'all', message: failureWords.sayAll }]);
}
