import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '#shared/calls/account.ts';
import { calls } from '#shared/calls/all.ts';
import { Failure, TooMany } from '#shared/failures.ts';
import { signedInCookie } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { addressOf } from '../address.ts';
import { deleteGuessNotice, deleteTries, findGuessNotice } from '../auth-queries.ts';
import { sessionCookie } from '../door.ts';
import { limitProofs } from '../proof-limit.ts';
import type { Proof } from '../scope.ts';
import { type Device, inLine, sessionSeconds } from '../sign-in.ts';
import { findBrowser, rememberBrowser } from '../trusted-browser.ts';
import { changePassword, endOthers, endOwnSession, login, logout } from './account.ts';
import { listSessions } from './account-queries.ts';

/** The answer of Login, Session and Setup: the session data of the spec, and more fields that the screen needs. */
export function sessionAnswer(proof: Proof, domain: string, cID?: number): Session {
  const visible = proof.campuses.find(({ rights }) => rights.view) ?? proof.campuses[0];
  const campus = cID === undefined ? visible : proof.campuses.find(({ id }) => id === cID);
  if (!campus) throw new Failure('notFound', failureWords.notFound);
  return {
    token: proof.token,
    userID: proof.userID,
    userName: proof.userName,
    name: proof.name,
    db: proof.slug,
    cId: campus.id,
    domain,
    timeZone: campus.timeZone,
    graceDays: campus.graceDays,
    sundayDays: campus.sundayDays,
    closedUntil: campus.closedUntil,
    country: campus.country,
    currency: campus.currency,
    logo: campus.logo,
    rights: campus.rights,
    campuses: proof.campuses.map(({ id, name }) => ({ id, name })),
  };
}

/**
 * Scripts and other sites cannot read the token cookie; the page exchanges it for the bearer token when it loads. The
 * second cookie tells the page that a session exists and which user it belongs to, so that it shows no cached data of
 * another user.
 */
function setSessionCookie(
  reply: FastifyReply,
  deps: Deps,
  session: Pick<Proof, 'token' | 'userID'> | undefined,
): void {
  const secure = deps.config.publicUrl?.startsWith('https:') ?? false;
  const both = { sameSite: 'strict' as const, secure };
  // On these paths a page has no bearer token to send: while it loads, and when it requests pictures and videos.
  const hidden = ['/api/Account', '/files'].map((path) => ({ ...both, path, httpOnly: true }));
  const shown = { ...both, path: '/' };
  if (session?.token) {
    for (const one of hidden)
      reply.setCookie(sessionCookie, session.token, { ...one, maxAge: sessionSeconds });
    reply.setCookie(signedInCookie, session.userID, { ...shown, maxAge: sessionSeconds });
  } else {
    for (const one of hidden) reply.clearCookie(sessionCookie, one);
    reply.clearCookie(signedInCookie, shown);
  }
}

const perMinute = 60_000;

/** The device that opens a session. */
const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: addressOf(request),
});

/** The device and address of a sign-in, and the device cookie if this browser has one for the account. */
export const signInSourceOf = (deps: Deps, request: FastifyRequest, userName: string) => ({
  device: deviceOf(request),
  browser: findBrowser(deps, request, userName),
});

/** Sets the session cookie and the device cookie after a sign-in. */
export function setSignInCookies(
  deps: Deps,
  visit: { request: FastifyRequest; reply: FastifyReply },
  proof: Proof,
): void {
  setSessionCookie(visit.reply, deps, proof);
  rememberBrowser(deps, visit, proof.userName);
}

/**
 * The limit counts user name and address together. Many people of one school sign in from one address on a Monday
 * morning.
 */
const nameAt = (request: FastifyRequest): string =>
  `${addressOf(request)} ${String((request.body as { userName?: string }).userName).toLowerCase()}`;

/**
 * Throws `TooMany` after too many tries in a minute. Returns the key under which tries of this user name are counted.
 * The limit of the address is checked first. It stops somebody who tries one password with many names. A known browser
 * is counted alone, so tries from elsewhere at its address do not slow it down.
 */
function limitSignIns(app: FastifyInstance, deps: Deps) {
  const browserOf = (request: FastifyRequest) =>
    findBrowser(deps, request, (request.body as { userName: string }).userName);
  const ofBrowser = app.createRateLimit({
    timeWindow: perMinute,
    max: 10,
    keyGenerator: (request) => `known browser ${browserOf(request)}`,
  });
  const ofAddress = app.createRateLimit({ timeWindow: perMinute, max: 100, keyGenerator: addressOf });
  const ofName = app.createRateLimit({ timeWindow: perMinute, max: 10, keyGenerator: nameAt });
  return async (request: FastifyRequest): Promise<string> => {
    let counted = '';
    for (const count of browserOf(request) === undefined ? [ofAddress, ofName] : [ofBrowser]) {
      const limit = await count(request);
      counted = limit.key;
      if (limit.isAllowed || !limit.isExceeded) continue;
      throw new TooMany(failureWords.tooMany, limit.ttlInSeconds);
    }
    return counted;
  };
}

function ownRoutes(app: FastifyInstance, deps: Deps): void {
  const checkLimit = limitProofs(app);

  mount(app, calls.changePassword, async ({ door, body, request }) => {
    await checkLimit(request);
    await changePassword(deps, door.proof, body);
  });

  mount(app, calls.listSessions, async ({ door }) => {
    const { userID, token } = door.proof;
    return listSessions(deps.store.db, userID, { token, now: deps.now().toISOString() });
  });

  mount(app, calls.endSession, async ({ door, params }) => endOwnSession(deps, door.proof, params.id));

  mount(app, calls.endOtherSessions, async ({ door }) => ({ ended: await endOthers(deps, door.proof) }));

  mount(app, calls.getGuesses, async ({ door }) => {
    const notice = await findGuessNotice(deps.store.db, door.proof.userID);
    return { notice: notice ?? null };
  });

  mount(app, calls.seeGuesses, async ({ door }) => deleteGuessNotice(deps.store.db, door.proof.userID));
}

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const domainOf = (host: string) => deps.config.publicUrl ?? `http://${host}`;
  const checkLimit = limitSignIns(app, deps);

  mount(app, calls.login, async ({ body, request, reply }) => {
    // Tools that ban addresses read this line. The user name is not logged: somebody may have typed a password there.
    const logFailure = (error: unknown) => {
      // With two-factor on, the first answer only asks for the code. This is not a failed sign-in.
      const isCodePrompt = error instanceof Failure && error.issues !== undefined && body.code === undefined;
      if (error instanceof Failure && !isCodePrompt)
        request.log.warn({ address: addressOf(request), why: error.code }, 'sign-in failed');
      throw error;
    };
    const source = signInSourceOf(deps, request, body.userName);
    const signIn = async () => {
      const key = await checkLimit(request);
      const proof = await login(deps, body, source);
      await deleteTries(deps.store.db, key);
      return proof;
    };
    // Even the counting of many tries at once would delay the answers to everybody else.
    const proof = await (source.browser === undefined
      ? inLine({ line: 'others', owner: source.device.address }, signIn)
      : signIn()
    ).catch(logFailure);
    setSignInCookies(deps, { request, reply }, proof);
    return sessionAnswer(proof, domainOf(request.host));
  });

  mount(app, calls.getSession, async ({ door, query, request, reply }) => {
    const { proof } = door;
    // Each use extends the session, so its cookie is set again with a later end.
    if (request.cookies[sessionCookie] === proof.token) setSessionCookie(reply, deps, proof);
    return sessionAnswer(proof, domainOf(request.host), query.cID);
  });

  mount(app, calls.logout, async ({ door, body, reply }) => {
    await logout(deps, door.proof, body);
    setSessionCookie(reply, deps, undefined);
  });

  ownRoutes(app, deps);
}
