import type { Template } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { paperIn } from '#shared/messages/media.ts';
import { unknownPlaceholders } from '#shared/messages/placeholders.ts';
import { paperOf } from '#shared/messages/reminder-rules.ts';
import { failureWords } from '#shared/words/failures.ts';

/** Fails when the document of the template does not fit its rule. */
export function checkPaper(template: Pick<Template, 'media' | 'sendOn'>): void {
  const paper = paperIn(template.media);
  if (!paper || paper.kind === paperOf(template)) return;
  const message = failureWords.otherPaper;
  throw new Failure('invalid', message, [{ path: 'media', message }]);
}

/** Fails when the text contains an unknown placeholder in double braces, because parents would see the braces. */
export function checkText(text: string): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  const issues = unknown.map((name) => ({ path: 'message', message: failureWords.unknownPlaceholder(name) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}
