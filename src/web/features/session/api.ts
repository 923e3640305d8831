import type { Session } from '#shared/calls/account.ts';
import type { InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { lastUserID, wasSignedIn } from '../../lib/last-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { forget, recall, recallSession, remember } from '../../lib/remember.ts';
import { send } from '../../lib/send.ts';
import { currentSession, keepSession, setProve } from '../../lib/session.ts';

// The key in the local storage for the campus that was chosen last. With it, a reload of the page keeps this campus.
const campusKey = 'qasid.campus';

const begin = (session: Session): void => {
  queryClient.clear();
  keepSession(session);
};

/** Starts the session after sign-in. All remembered data of an earlier user is deleted. */
export async function beginSession(session: Session): Promise<Session> {
  await forget();
  begin(session);
  await remember(session);
  return session;
}

const nullIfRefused = (error: unknown): null => {
  if (error instanceof Failure && error.code !== 'unavailable' && error.code !== 'broken') return null;
  throw error;
};

/**
 * Loads the session that belongs to the browser's cookie. It is in the campus `cID` if the user belongs to this campus.
 * Returns null if nobody is signed in.
 */
async function loadSession(cID: number): Promise<Session | null> {
  const inCampus = cID ? await send('GET /Account/Session', { query: { cID } }).catch(nullIfRefused) : null;
  return inCampus ?? (await send('GET /Account/Session').catch(nullIfRefused));
}

/**
 * Checks with the server who is signed in, because the remembered data is already on the screen. If another user is
 * signed in, the data is deleted and the page reloads.
 */
async function checkRememberedOnce(): Promise<void> {
  const before = currentSession();
  if (!before) return;
  const session = await loadSession(before.cId);
  if (currentSession() !== before) return;
  if (session && (session.db !== before.db || session.userID !== before.userID)) {
    await forget();
    window.location.reload();
    return;
  }
  keepSession(session);
  if (session?.cId !== before.cId) queryClient.clear();
  if (session) await remember(session);
}

let checking: Promise<void> | undefined;
function checkRemembered(): Promise<void> {
  checking ??= checkRememberedOnce().finally(() => {
    checking = undefined;
  });
  return checking;
}
setProve(checkRemembered);

async function restore(): Promise<Session | null> {
  if (!wasSignedIn()) return null;
  const kept = await recallSession();
  if (kept && kept.userID === lastUserID()) {
    await recall(kept);
    keepSession(kept);
    // An error is ignored here, because the next request that needs the session repeats the check.
    checkRemembered().catch(() => {});
    return currentSession();
  }
  const session = await loadSession(Number(localStorage.getItem(campusKey)));
  if (!session) return null;
  begin(session);
  void remember(session);
  return session;
}

let restoring: Promise<Session | null> | undefined;

/**
 * Finds the session: first in memory, then among the remembered data, then with the browser's cookie. Returns null if
 * nobody is signed in.
 */
export function findSession(): Promise<Session | null> {
  const session = currentSession();
  if (session) return Promise.resolve(session);
  restoring ??= restore().finally(() => {
    restoring = undefined;
  });
  return restoring;
}

export const isSetupNeeded = async (): Promise<boolean> => (await send('GET /Setup')).needed;

const signIn = async (body: InputOf<'POST /Account/Login'>['body']): Promise<Session> =>
  beginSession(await send('POST /Account/Login', { body }));

/** Throws if this set-up link is not valid. */
export const checkSetup = async (token: string): Promise<true> => {
  await send('POST /Setup/Check', { body: { token } });
  return true;
};

export const setUp = async (body: InputOf<'POST /Setup'>['body']): Promise<Session> =>
  beginSession(await send('POST /Setup', { body }));

/** Signs out. If the session has already ended, this is no error. */
export async function signOut(everywhere: boolean): Promise<void> {
  await send('POST /Account/Logout', { body: { everywhere } }).catch(nullIfRefused);
  keepSession(null);
}

export async function switchCampus(cID: number): Promise<void> {
  const session = await send('GET /Account/Session', { query: { cID } });
  localStorage.setItem(campusKey, String(cID));
  begin(session);
  await remember(session);
  await recall(session);
}

/** Loads the person for whom a one-time link was created. */
export const showLink = (token: string) => send('POST /Account/Link', { body: { token } });

/** Uses a one-time link and signs in with the new password. */
export async function joinBy(token: string, password: string): Promise<Session> {
  const { userName } = await send('POST /Account/Join', { body: { token, password } });
  return signIn({ userName, password });
}
