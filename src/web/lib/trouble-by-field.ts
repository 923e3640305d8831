import { Failure } from '#shared/failures.ts';

/** Maps the last part of each issue's path to its first message. */
export function troubleByField(error: unknown): Partial<Record<string, string>> {
  const trouble: Record<string, string> = {};
  for (const { path, message } of (error instanceof Failure && error.issues) || [])
    trouble[path.split('.').at(-1) ?? ''] ??= message;
  return trouble;
}
