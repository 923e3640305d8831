/**
 * Versions of what a PUT changes (RFC 9110, 8.8.3 and 13.1.1), so that nobody writes over what they have not seen. A
 * version is a mark of each field that the PUT may change, so that it can be said which of them are others by now.
 */
import type { Call } from './call.ts';
import { Failure } from './failures.ts';
import { failureWords } from './words/failures.ts';

const letters = 5;
const marks = 36 ** letters;

/** FNV-1a of 32 bits, shortened: one change of 60 million is taken for none. */
function markOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(value ?? null))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) % marks).toString(36).padStart(letters, '0');
}

const told = (entity: object, field: string): unknown => (entity as Record<string, unknown>)[field];

const fieldsOf = ({ body }: Call): string[] =>
  Object.keys(body?.shape ?? {})
    .filter((field) => field !== 'version')
    .sort();

/** Of an entity as it is answered. */
export const versionOf = (call: Call, entity: object): string =>
  fieldsOf(call)
    .map((field) => markOf(told(entity, field)))
    .join('');

export const withVersion = <E extends object>(call: Call, entity: E): E & { version: string } => ({
  ...entity,
  version: versionOf(call, entity),
});

/** The version that a change was made of, as its body says, or else `If-Match`; undefined where nobody says. */
export function versionIn(body: { version?: string | undefined }, ifMatch: string | undefined) {
  if (body.version !== undefined) return body.version;
  return ifMatch === undefined || ifMatch === '*' ? undefined : ifMatch.replace(/^(W\/)?"|"$/g, '');
}

/** Fails where the entity is another by now, with each field that is, and what it says. */
export function refuseStale(call: Call, entity: object, version: string | undefined): void {
  if (version === undefined || version === versionOf(call, entity)) return;
  const issues = fieldsOf(call).flatMap((field, index) => {
    const value = told(entity, field);
    const seen = version.slice(index * letters, (index + 1) * letters);
    return seen === markOf(value) ? [] : [{ path: field, message: failureWords.isNow(value) }];
  });
  throw new Failure('conflict', failureWords.changedSince, issues);
}
