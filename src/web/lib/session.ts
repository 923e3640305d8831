/**
 * The signed-in user. The token is only in memory, and the browser's cookie brings it back after a reload. Until then a
 * returning user is known without it and sees the remembered data.
 */
import { useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import type { Rights } from '#shared/rights.ts';

let current: Session | null = null;
let begunAt = 0;
// A screen that is closing still renders once after the session is gone.
let latest: Session | null = null;
const listeners = new Set<(session: Session | null) => void>();

/** The time when the session began in this page, by `performance.now()`. Nothing of its campus was loaded before. */
export const sessionBegunAt = (): number => begunAt;

export const currentSession = (): Session | null => current;

/** Sets the session, or clears it with null, and notifies all watchers. */
export function keepSession(session: Session | null): void {
  if (session === current) return;
  current = session;
  begunAt = performance.now();
  latest = session ?? latest;
  for (const listener of listeners) listener(session);
}

/** How a remembered session gets its token; set where sessions begin. */
let prove: () => Promise<unknown> = () => Promise.resolve();
export const proveBy = (work: () => Promise<unknown>): void => {
  prove = work;
};

export const isProven = (session: Session): boolean => session.token !== '';

/**
 * The session, once the server has confirmed it; null if nobody is signed in. Throws while the server is unreachable.
 */
export async function provenSession(): Promise<Session | null> {
  if (current && !isProven(current)) await prove();
  return current;
}

export function watchSession(listener: (session: Session | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of a screen that requires sign-in. */
export function useSession(): Session {
  const session = useSyncExternalStore(watchSession, () => latest);
  if (!session) throw new Error('This screen requires a signed-in user.');
  return session;
}

export const useRights = (): Rights => useSession().rights;
