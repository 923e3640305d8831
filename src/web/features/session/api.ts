import type { Session } from '#shared/calls/account.ts';
import type { InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { isSessionKept, keptUserID } from '../../lib/kept-session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { forget, recall, recallSession, remember } from '../../lib/remember.ts';
import { send } from '../../lib/send.ts';
import { currentSession, keepSession, proveBy } from '../../lib/session.ts';

// The campus chosen last in this browser, so that a reload stays in it.
const campusKey = 'qasid.campus';

const begin = (session: Session): void => {
  queryClient.clear();
  keepSession(session);
};

/** Called after sign-in. Nothing of an earlier user stays. */
export async function beginSession(session: Session): Promise<Session> {
  await forget();
  begin(session);
  await remember(session);
  return session;
}

const orNobody = (error: unknown): null => {
  if (error instanceof Failure && error.code !== 'unavailable' && error.code !== 'broken') return null;
  throw error;
};

/** The session of the browser's cookie, in this campus if the user has it; null if nobody is signed in. */
async function askSession(cID: number): Promise<Session | null> {
  const inCampus = cID ? await send('GET /Account/Session', { query: { cID } }).catch(orNobody) : null;
  return inCampus ?? (await send('GET /Account/Session').catch(orNobody));
}

/**
 * The remembered data is already on the screen, and the server now says who is signed in. If it is another user, the
 * data is deleted and the page reloads.
 */
async function proveRemembered(): Promise<void> {
  const before = currentSession();
  if (!before) return;
  const session = await askSession(before.cId);
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

let proving: Promise<void> | undefined;
function prove(): Promise<void> {
  proving ??= proveRemembered().finally(() => {
    proving = undefined;
  });
  return proving;
}
proveBy(prove);

async function restore(): Promise<Session | null> {
  if (!isSessionKept()) return null;
  const kept = await recallSession();
  if (kept && kept.userID === keptUserID()) {
    await recall(kept);
    keepSession(kept);
    // A failed request is repeated by whatever needs the session.
    prove().catch(() => {});
    return currentSession();
  }
  const session = await askSession(Number(localStorage.getItem(campusKey)));
  if (!session) return null;
  begin(session);
  void remember(session);
  return session;
}

let restoring: Promise<Session | null> | undefined;

/**
 * The session in memory, else the remembered one, else the one of the browser's cookie; null if nobody is signed in.
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

/** A session that has already ended counts as signed out. */
export async function signOut(everywhere: boolean): Promise<void> {
  await send('POST /Account/Logout', { body: { everywhere } }).catch(orNobody);
  keepSession(null);
}

export async function switchCampus(cID: number): Promise<void> {
  const session = await send('GET /Account/Session', { query: { cID } });
  localStorage.setItem(campusKey, String(cID));
  begin(session);
  await remember(session);
  await recall(session);
}

/** The person that a one-time link is for. */
export const showLink = (token: string) => send('POST /Account/Link', { body: { token } });

/** Uses a one-time link and signs in with the new password. */
export async function joinBy(token: string, password: string): Promise<Session> {
  const { userName } = await send('POST /Account/Join', { body: { token, password } });
  return signIn({ userName, password });
}
