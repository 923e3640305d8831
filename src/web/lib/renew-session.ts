/** The session of this page asked for again, when its rights may be others or it may be over. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Session } from '#shared/calls/account.ts';
import { Failure } from '#shared/failures.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';
import { currentSession, keepSession } from './session.ts';

/** While one may not see the campus there is no stream that would tell: milliseconds. */
const askAgainAfter = 10_000;

/** In the same campus; where that is none of the user's any more, in another. */
async function askAgain({ cId }: Session): Promise<Session> {
  try {
    return await send('GET /Account/Session', { query: { cID: cId } });
  } catch (error) {
    if (error instanceof Failure && error.code === 'notFound') return send('GET /Account/Session');
    throw error;
  }
}

/** Whoever has signed out or changed the campus meanwhile is left there. What is over is dropped where calls are made. */
async function renew(): Promise<boolean> {
  const before = currentSession();
  if (!before) return true;
  const session = await askAgain(before);
  if (currentSession() !== before || JSON.stringify(session) === JSON.stringify(before)) return true;
  keepSession(session);
  if (session.cId !== before.cId) queryClient.clear();
  return true;
}

/** Asked for by the events that make it stale, not by itself. */
const renewal = queryOptions({
  queryKey: keys.session,
  queryFn: renew,
  initialData: true,
  staleTime: Number.POSITIVE_INFINITY,
});

export function useRenewedSession(isWaiting: boolean): void {
  useQuery({ ...renewal, refetchInterval: isWaiting ? askAgainAfter : false });
}
