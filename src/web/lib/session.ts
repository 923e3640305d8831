/**
 * The signed-in user. The token is only in memory. After a reload the server returns it for the browser's cookie. Until
 * then a returning user has a remembered session without a token and sees the remembered data.
 */
import { useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import type { Rights } from '#shared/people/rights.ts';

let current: Session | null = null;
let begunAt = 0;
// The last session that was not null. A screen that is closing still renders once after the session has ended.
let latest: Session | null = null;
const listeners = new Set<(session: Session | null) => void>();

/** When the session began in this page, by `performance.now()`. Before that no data of its campus was loaded. */
export const sessionBegunAt = (): number => begunAt;

export const currentSession = (): Session | null => current;

/** Sets the session, or clears it if it is null, and notifies all watchers. */
export function keepSession(session: Session | null): void {
  if (session === current) return;
  current = session;
  begunAt = performance.now();
  latest = session ?? latest;
  for (const listener of listeners) listener(session);
}

/** Loads the token of a remembered session. `features/session/api.ts` sets this function. */
let prove: () => Promise<unknown> = () => Promise.resolve();
export const setProve = (work: () => Promise<unknown>): void => {
  prove = work;
};

export const isProven = (session: Session): boolean => session.token !== '';

/**
 * Waits until the server has confirmed the session, and returns it. Null if nobody is signed in. Throws while the
 * server is unreachable.
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
