import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '#shared/calls/account.ts';
import { calls } from '#shared/calls/all.ts';
import { Failure, TooMany } from '#shared/failures.ts';
import { signedInCookie } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { addressOf } from '../address.ts';
import { sessionCookie } from '../door.ts';
import { findBrowser, rememberBrowser } from '../known-browser.ts';
import { limitProofs } from '../proof-limit.ts';
import { deleteGuessNotice, deleteTries, findGuessNotice } from '../queries.ts';
import type { Proof } from '../scope.ts';
import { type Device, sessionSeconds } from '../sign-in.ts';
import { changePassword, endOthers, endOwnSession, login, logout } from './actions.ts';
import { listSessions } from './queries.ts';

/** The answer of Login, Session and Setup: the spec's user session data and what the screen needs to know. */
export function sessionAnswer(proof: Proof, domain: string, cID?: number): Session {
  const inSight = proof.campuses.find(({ rights }) => rights.view) ?? proof.campuses[0];
  const campus = cID === undefined ? inSight : proof.campuses.find(({ id }) => id === cID);
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
    country: campus.country,
    currency: campus.currency,
    logo: campus.logo,
    rights: campus.rights,
    campuses: proof.campuses.map(({ id, name }) => ({ id, name })),
  };
}

/**
 * The token is out of reach of scripts and of other sites; the page asks for the bearer token with it when it loads.
 * The second cookie only tells the page that there is something to ask for, and of whom: what it remembers of another is
 * not shown.
 */
export function setSessionCookie(
  reply: FastifyReply,
  deps: Deps,
  session: Pick<Proof, 'token' | 'userID'> | undefined,
): void {
  const secure = deps.config.publicUrl?.startsWith('https:') ?? false;
  const both = { sameSite: 'strict' as const, secure };
  // Where a page has no bearer token at hand: as it loads, and for its pictures and films.
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

/** Where a session is opened from. */
export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: addressOf(request),
});

/** From where it is tried to get into an account, and by which browser that is known to it. */
export const entranceOf = (deps: Deps, request: FastifyRequest, userName: string) => ({
  device: deviceOf(request),
  browser: findBrowser(deps, request, userName),
});

/** The cookies of who has just signed in. */
export function letIn(
  deps: Deps,
  visit: { request: FastifyRequest; reply: FastifyReply },
  proof: Proof,
): void {
  setSessionCookie(visit.reply, deps, proof);
  rememberBrowser(deps, visit, proof.userName);
}

/** A name and an address together: a school behind one address still signs in on a Monday morning. */
const nameAt = (request: FastifyRequest): string =>
  `${addressOf(request)} ${String((request.body as { userName?: string }).userName).toLowerCase()}`;

/**
 * Fails beyond the tries of a minute; answers what the tries of this name are counted by. The address first, so that one
 * password tried over many names ends there.
 */
function limitSignIns(app: FastifyInstance) {
  const ofAddress = app.createRateLimit({ timeWindow: perMinute, max: 100, keyGenerator: addressOf });
  const ofName = app.createRateLimit({ timeWindow: perMinute, max: 10, keyGenerator: nameAt });
  return async (request: FastifyRequest): Promise<string> => {
    let counted = '';
    for (const count of [ofAddress, ofName]) {
      const limit = await count(request);
      counted = limit.key;
      if (limit.isAllowed || !limit.isExceeded) continue;
      throw new TooMany(failureWords.tooMany, limit.ttlInSeconds);
    }
    return counted;
  };
}

function ownRoutes(app: FastifyInstance, deps: Deps): void {
  const within = limitProofs(app);

  mount(app, calls.changePassword, async ({ door, body, request }) => {
    await within(request);
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
  const within = limitSignIns(app);

  mount(app, calls.login, async ({ body, request, reply }) => {
    // For whoever bars such addresses. Not the name: a password may have been typed there.
    const tell = (error: unknown) => {
      // Who has two-factor on is asked for the code first.
      const isAsked = error instanceof Failure && error.issues !== undefined && body.code === undefined;
      if (error instanceof Failure && !isAsked)
        request.log.warn({ address: addressOf(request), why: error.code }, 'sign-in failed');
      throw error;
    };
    const key = await within(request).catch(tell);
    const proof = await login(deps, body, entranceOf(deps, request, body.userName)).catch(tell);
    await deleteTries(deps.store.db, key);
    letIn(deps, { request, reply }, proof);
    return sessionAnswer(proof, domainOf(request.host));
  });

  mount(app, calls.getSession, async ({ door, query, request, reply }) => {
    const { proof } = door;
    // The session slides while it is used, and what the browser keeps of it with it.
    if (request.cookies[sessionCookie] === proof.token) setSessionCookie(reply, deps, proof);
    return sessionAnswer(proof, domainOf(request.host), query.cID);
  });

  mount(app, calls.logout, async ({ door, body, reply }) => {
    await logout(deps, door.proof, body);
    setSessionCookie(reply, deps, undefined);
  });

  ownRoutes(app, deps);
}
