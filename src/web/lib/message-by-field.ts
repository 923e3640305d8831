import { Failure } from '#shared/failures.ts';

/** Maps the last part of each issue's path to its first message. */
export function messageByField(error: unknown): Partial<Record<string, string>> {
  const messages: Record<string, string> = {};
  for (const { path, message } of (error instanceof Failure && error.issues) || [])
    messages[path.split('.').at(-1) ?? ''] ??= message;
  return messages;
}
