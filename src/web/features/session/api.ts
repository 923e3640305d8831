import type { Session } from '#shared/calls/account.ts';
import type { InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { signedInCookie } from '#shared/limits.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';
import { currentSession, keepSession } from '../../lib/session.ts';

// The campus chosen last in this browser, so that a reload stays in it.
const campusKey = 'qasid.campus';

const begin = (session: Session): Session => {
  queryClient.clear();
  keepSession(session);
  return session;
};

const orNobody = (error: unknown): null => {
  if (error instanceof Failure && error.code !== 'unavailable' && error.code !== 'broken') return null;
  throw error;
};

/** Whether this browser was signed in when it was here last. */
export const isSessionKept = (): boolean => document.cookie.includes(`${signedInCookie}=`);

async function restore(): Promise<Session | null> {
  if (!isSessionKept()) return null;
  const chosen = Number(localStorage.getItem(campusKey));
  const inCampus = chosen
    ? await send('GET /Account/Session', { query: { cID: chosen } }).catch(orNobody)
    : null;
  const session = inCampus ?? (await send('GET /Account/Session').catch(orNobody));
  if (session) begin(session);
  return session;
}

let restoring: Promise<Session | null> | undefined;

/** The session in memory, or the one the browser's cookie still stands for; null when nobody is signed in. */
export function findSession(): Promise<Session | null> {
  const session = currentSession();
  if (session) return Promise.resolve(session);
  restoring ??= restore().finally(() => {
    restoring = undefined;
  });
  return restoring;
}

export const isSetupNeeded = async (): Promise<boolean> => (await send('GET /Setup')).needed;

export const signIn = async (body: InputOf<'POST /Account/Login'>['body']): Promise<Session> =>
  begin(await send('POST /Account/Login', { body }));

/** Fails where this set-up link opens nothing. */
export const checkSetup = async (token: string): Promise<true> => {
  await send('POST /Setup/Check', { body: { token } });
  return true;
};

export const setUp = async (body: InputOf<'POST /Setup'>['body']): Promise<Session> =>
  begin(await send('POST /Setup', { body }));

/** A session that has already ended is as good as signed out. */
export async function signOut(everywhere: boolean): Promise<void> {
  await send('POST /Account/Logout', { body: { everywhere } }).catch(orNobody);
  keepSession(null);
}

export async function switchCampus(cID: number): Promise<void> {
  const session = await send('GET /Account/Session', { query: { cID } });
  localStorage.setItem(campusKey, String(cID));
  begin(session);
}

/** For whom a one-time link is. */
export const showLink = (token: string) => send('POST /Account/Link', { body: { token } });

/** Uses a one-time link up, and signs in with the new password as anybody does. */
export async function joinBy(token: string, password: string): Promise<Session> {
  const { userName } = await send('POST /Account/Join', { body: { token, password } });
  return signIn({ userName, password });
}
