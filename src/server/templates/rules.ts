import { Failure } from '#shared/failures.ts';
import { unknownPlaceholders } from '#shared/placeholders.ts';
import { failureWords } from '#shared/words/failures.ts';

/** Fails with what stands in double braces and is no placeholder: nobody shall get it as it is written. */
export function checkText(text: string): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  const issues = unknown.map((name) => ({ path: 'message', message: failureWords.unknownPlaceholder(name) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}
