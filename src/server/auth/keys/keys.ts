/** What administrators do with the API keys of their campus. A key is shown once; only its digest is stored. */
import type { ApiKey, KeyRights } from '#shared/calls/keys.ts';
import { Failure } from '#shared/failures.ts';
import { mostKeys } from '#shared/limits.ts';
import { changesBetween } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { changeAs } from '../administrator.ts';
import { digestOf, keyPrefix } from '../auth-rules.ts';
import type { Door } from '../door.ts';
import { type Scope, scopeOf } from '../scope.ts';
import { countKeys, insertKey, listKeyRows, setRevoked } from './keys-queries.ts';
import { endingLength, isWithin, toKey } from './keys-rules.ts';

/** 256 bits cannot be guessed. */
const keyBytes = 32;
const day = 24 * 60 * 60 * 1000;

export async function listKeys({ now }: Pick<Deps, 'now'>, scope: Scope): Promise<ApiKey[]> {
  const rows = await listKeyRows(scope);
  return rows.map((row) => toKey(row, now().toISOString()));
}

/**
 * Checks again inside the transaction that the caller is an administrator. Notifies open pages and the live streams
 * that use a key.
 */
async function changeKeys<T>(deps: Deps, door: Door, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { campusID } = door.scope();
  const answer = await changeAs(deps, door.proof, ({ db }, proof) =>
    work(scopeOf(db, proof, { campusID, needed: 'admin' })),
  );
  deps.bus.publish(campusID, { what: 'keys' });
  return answer;
}

type KeyRequest = { name: string; rights: KeyRights; days: number | null; perMinute: number };

export async function makeKey(
  deps: Deps,
  door: Door,
  { name, rights, days, perMinute }: KeyRequest,
): Promise<{ id: string; key: string }> {
  const { runtime } = deps;
  const id = runtime.randomUUID();
  const key = keyPrefix + runtime.randomBytes(keyBytes).toString('base64url');
  return changeKeys(deps, door, async (scope) => {
    if (!isWithin(rights, scope.rights)) throw new Failure('forbidden', failureWords.keyBeyond);
    if ((await countKeys(scope)) >= mostKeys)
      throw new Failure('conflict', failureWords.tooManyKeys(mostKeys));
    const now = deps.now();
    const ending = key.slice(-endingLength);
    await insertKey(scope, {
      id,
      name,
      rights,
      perMinute,
      digest: digestOf(key),
      ending,
      createdAt: now.toISOString(),
      expiresAt: days === null ? null : new Date(now.getTime() + days * day).toISOString(),
    });
    await recordChange(scope, {
      what: 'keyMade',
      at: now.toISOString(),
      about: { kind: 'key', id, name },
      changes: changesBetween({}, rights),
      details: { ending },
    });
    return { id, key };
  });
}

export async function revokeKey(deps: Deps, door: Door, id: string): Promise<void> {
  await changeKeys(deps, door, async (scope) => {
    const at = deps.now().toISOString();
    const name = await setRevoked(scope, id, at);
    if (name === undefined) throw new Failure('notFound', failureWords.notFound);
    await recordChange(scope, { what: 'keyRevoked', at, about: { kind: 'key', id, name } });
  });
}
