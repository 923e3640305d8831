/** A change of money that only a person with the right to delete may make, and only with a reason. */
import { Failure, Question } from '#shared/failures.ts';
import type { Scope } from '../auth/scope.ts';

/** Returns the reason. Fails with `refusal` if the person may not make the change, and asks `question` if none is given. */
export function needReason(
  { rights }: Scope,
  reason: string | undefined,
  { refusal, question }: { refusal: string; question: string },
): string {
  if (!rights.delete) throw new Failure('forbidden', refusal);
  if (reason) return reason;
  throw new Question(['reason'], question, [{ path: 'reason', message: question }]);
}
