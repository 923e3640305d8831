/**
 * Versions of what a PUT changes (RFC 9110, 8.8.3 and 13.1.1), so that nobody overwrites changes that they have not
 * seen. A version has a mark for each field of the PUT, so the answer can name the fields that have changed.
 */
import type { Call } from './call.ts';
import { Failure } from './failures.ts';
import { failureWords } from './words/failures.ts';

const letters = 5;
const marks = 36 ** letters;

/** A shortened 32-bit FNV-1a hash. One change in 60 million is not noticed. */
function markOf(value: unknown): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(value ?? null))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 0) % marks).toString(36).padStart(letters, '0');
}

const valueIn = (entity: object, field: string): unknown => (entity as Record<string, unknown>)[field];

/** These fields of a PUT are about the change and not about the entity. */
const ofChange: readonly string[] = ['version', 'reason'];

const fieldsOf = ({ body }: Call): string[] =>
  Object.keys(body?.shape ?? {})
    .filter((field) => !ofChange.includes(field))
    .sort();

/** The version of an entity in the form of its answer. */
export const versionOf = (call: Call, entity: object): string =>
  fieldsOf(call)
    .map((field) => markOf(valueIn(entity, field)))
    .join('');

export const withVersion = <E extends object>(call: Call, entity: E): E & { version: string } => ({
  ...entity,
  version: versionOf(call, entity),
});

/** The version that a change is based on: from its body, or else from `If-Match`; undefined if neither has one. */
export function versionIn(body: { version?: string | undefined }, ifMatch: string | undefined) {
  if (body.version !== undefined) return body.version;
  return ifMatch === undefined || ifMatch === '*' ? undefined : ifMatch.replace(/^(W\/)?"|"$/g, '');
}

/**
 * Throws if the entity has changed; the failure names each changed field with its new value. `sentences` describes the
 * new value of a field that is not one plain value.
 */
export function refuseStale(
  call: Call,
  entity: object,
  { version, sentences = {} }: { version: string | undefined; sentences?: Readonly<Record<string, string>> },
): void {
  if (version === undefined || version === versionOf(call, entity)) return;
  const issues = fieldsOf(call).flatMap((field, index) => {
    const value = valueIn(entity, field);
    const seen = version.slice(index * letters, (index + 1) * letters);
    const message = sentences[field] ?? failureWords.isNow(value);
    return seen === markOf(value) ? [] : [{ path: field, message }];
  });
  throw new Failure('conflict', failureWords.changedSince, issues);
}
