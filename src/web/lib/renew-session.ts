/** Loads the session of this page again when its rights may have changed or it may have ended. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Session } from '#shared/calls/account.ts';
import { Failure } from '#shared/failures.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';
import { currentSession, keepSession } from './session.ts';

/** Milliseconds. A user without the view right has no live stream, so the page asks for changes of the rights. */
const askAgainAfter = 10_000;

/** Loads the session for the same campus, or for another one if the user has lost that campus. */
async function askAgain({ cId }: Session): Promise<Session> {
  try {
    return await send('GET /Account/Session', { query: { cID: cId } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'notFound') return send('GET /Account/Session');
    throw error;
  }
}

/**
 * Replaces the session with the loaded one, unless the user has signed out or changed the campus in the meantime. If
 * the session has ended, `send` clears it.
 */
async function renew(): Promise<boolean> {
  const before = currentSession();
  if (!before) return true;
  const session = await askAgain(before);
  if (currentSession() !== before || JSON.stringify(session) === JSON.stringify(before)) return true;
  keepSession(session);
  if (session.cId !== before.cId) queryClient.clear();
  return true;
}

/** A live event makes this query stale. It does not become stale by time. */
const renewal = queryOptions({
  queryKey: keys.session,
  queryFn: renew,
  initialData: true,
  staleTime: Number.POSITIVE_INFINITY,
});

export function useRenewedSession(isWaiting: boolean): void {
  useQuery({ ...renewal, refetchInterval: isWaiting ? askAgainAfter : false });
}
