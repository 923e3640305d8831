/**
 * Builds the address of a call and reads the failure in its response. The web workers use this file too. They have no
 * session, so the caller passes the school and campus.
 */
import { Failure, type FailureBody, type FailureCode, failureCodes, Question } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

/** The part of a session that a call needs. */
export type Place = { token: string; db: string; cId: number };

export type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

const isPublic = (path: string): boolean => path.startsWith('/Account/') || path === '/Setup';

/** The address of `/Groups/:id` with its path and query filled in, for the school and campus of `place`. */
export function addressOf(place: Place | null, path: string, input: Loose): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  if (place && !isPublic(path)) {
    query.set('db', place.db);
    query.set('cID', String(place.cId));
  }
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `/api${filled}?${query}` : `/api${filled}`;
}

function codeOf(status: number): FailureCode {
  const code = Object.entries(failureCodes).find(([, value]) => value === status)?.[0];
  return (code as FailureCode | undefined) ?? (status < 500 ? 'malformed' : 'unavailable');
}

function parse(text: string): Partial<FailureBody> | null {
  try {
    return JSON.parse(text) as Partial<FailureBody>;
  } catch {
    return null;
  }
}

/** The failure in a response. If the response is not from Qasid, for example from a proxy, its status decides. */
export function failureOf(status: number, text: string): Failure {
  const body = parse(text);
  const code = body?.code && body.code in failureCodes ? body.code : codeOf(status);
  const message = body?.message ?? failureWords[code === 'unavailable' ? 'broken' : 'wrongShape'];
  return body?.asks
    ? new Question(body.asks, message, body.issues)
    : new Failure(code, message, body?.issues);
}
