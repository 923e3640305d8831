/**
 * Who is signed in. The token is in memory alone: the browser's cookie brings it back after a reload. Until then one who
 * was here before is known without it, and what was seen is shown.
 */
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

/** How a session that is only remembered gets its token; set where sessions begin. */
let prove: () => Promise<unknown> = () => Promise.resolve();
export const proveBy = (work: () => Promise<unknown>): void => {
  prove = work;
};

export const isProven = (session: Session): boolean => session.token !== '';

/** The session once the server has said that it still is one; null when nobody is signed in. Fails while it cannot be asked. */
export async function provenSession(): Promise<Session | null> {
  if (current && !isProven(current)) await prove();
  return current;
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
