/** Who is signed in, in memory alone: the browser's cookie brings it back after a reload. */
import { useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import type { Rights } from '#shared/rights.ts';

let current: Session | null = null;
let begunAt = 0;
// A screen that is being left still draws once more after the session is gone.
let latest: Session | null = null;
const listeners = new Set<(session: Session | null) => void>();

/** When the session began in this page, by `performance.now()`: nothing of its campus was asked for before. */
export const sessionBegunAt = (): number => begunAt;

export const currentSession = (): Session | null => current;

/** Takes a session, or drops it with null; everyone who watches is told. */
export function keepSession(session: Session | null): void {
  if (session === current) return;
  current = session;
  begunAt = performance.now();
  latest = session ?? latest;
  for (const listener of listeners) listener(session);
}

export function watchSession(listener: (session: Session | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of a signed-in screen. */
export function useSession(): Session {
  const session = useSyncExternalStore(watchSession, () => latest);
  if (!session) throw new Error('This screen is for those who are signed in.');
  return session;
}

export const useRights = (): Rights => useSession().rights;
