/**
 * Stores the data that a person saw in IndexedDB, so that it is still there after the browser was closed. The data of
 * each campus is separate, and only one person's data is stored.
 */
import type { Session } from '#shared/calls/account.ts';

/** One answer of the server. `hash`: the hash of its query key. `at`: when it was loaded, by the computer's clock. */
export type Seen = { owner: string; hash: string; queryKey: readonly unknown[]; data: unknown; at: number };

/** The last user, without token or secrets. */
type StoredSession = { owner: string; session: Session; at: number };

/** The greatest number of stored answers. The oldest answers are deleted first. */
const maxSeen = 300;
const name = 'qasid-seen';

export const ownerOf = ({ db, userID, cId }: Session): string => `${db}/${userID}/${cId}`;

export const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result } = request;
      // The answers that version 1 stored have other field names.
      if (oldVersion === 1) result.deleteObjectStore('seen');
      else result.createObjectStore('kept', { keyPath: 'owner' });
      result.createObjectStore('seen', { keyPath: ['owner', 'hash'] }).createIndex('at', 'at');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

const begin = async (mode: IDBTransactionMode): Promise<IDBTransaction> =>
  (await open()).transaction(['seen', 'kept'], mode);

/** The last user; undefined if nobody is remembered. */
export async function readStoredSession(): Promise<StoredSession | undefined> {
  const all: StoredSession[] = await answerOf((await begin('readonly')).objectStore('kept').getAll());
  return all.sort((one, other) => other.at - one.at)[0];
}

/** All stored answers of this owner. */
export async function readSeen(owner: string): Promise<Seen[]> {
  const ofOwner = IDBKeyRange.bound([owner], [owner, []]);
  return answerOf((await begin('readonly')).objectStore('seen').getAll(ofOwner));
}

/** Stores the session of this user, and deletes the data of any other person. */
export async function keepOwner(session: Session, at: number): Promise<void> {
  const transaction = await begin('readwrite');
  const sessions = transaction.objectStore('kept');
  const all: StoredSession[] = await answerOf(sessions.getAll());
  const { db, userID } = session;
  const isOther = all.some(({ session }) => session.db !== db || session.userID !== userID);
  if (isOther) {
    sessions.clear();
    transaction.objectStore('seen').clear();
  }
  sessions.put({ owner: ownerOf(session), session: { ...session, token: '' }, at });
  await ended(transaction);
}

/** Stores seen data, but only while its owner is remembered. So a page that is open after sign-out stores nothing. */
export async function keepSeen(owner: string, seen: readonly Omit<Seen, 'owner'>[]): Promise<void> {
  const transaction = await begin('readwrite');
  const store = transaction.objectStore('seen');
  if (await answerOf(transaction.objectStore('kept').get(owner))) {
    for (const one of seen) store.put({ owner, ...one });
    let over = (await answerOf(store.count())) - maxSeen;
    const oldest = store.index('at').openCursor();
    oldest.onsuccess = () => {
      if (!oldest.result || over-- <= 0) return;
      oldest.result.delete();
      oldest.result.continue();
    };
  }
  await ended(transaction);
}

/** Forgets all users and their data. */
export async function forgetAll(): Promise<void> {
  const transaction = await begin('readwrite');
  transaction.objectStore('kept').clear();
  transaction.objectStore('seen').clear();
  await ended(transaction);
}
