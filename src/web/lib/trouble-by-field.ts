import { Failure } from '#shared/failures.ts';

/** What the server has against each field, by the last word of its path; nothing where it names none. */
export function troubleByField(error: unknown): Partial<Record<string, string>> {
  const trouble: Record<string, string> = {};
  for (const { path, message } of (error instanceof Failure && error.issues) || [])
    trouble[path.split('.').at(-1) ?? ''] ??= message;
  return trouble;
}
