import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Session } from '#shared/calls/account.ts';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { signedInCookie } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { endSession, endSessionsOf } from '../auth/queries.ts';
import type { Proof } from '../auth/scope.ts';
import { sessionSeconds } from '../auth/sign-in.ts';
import type { Deps } from '../deps.ts';
import { sessionCookie } from '../http/door.ts';
import { mount } from '../http/mount.ts';
import { login } from './actions.ts';

/** The answer of Login, Session and Setup: the spec's user session data and what the screen needs to know. */
export function sessionAnswer(proof: Proof, domain: string, cID?: number): Session {
  const campus = proof.campuses.find(({ id }) => id === (cID ?? proof.campuses[0]?.id));
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
    country: campus.country,
    rights: campus.rights,
    campuses: proof.campuses.map(({ id, name }) => ({ id, name })),
  };
}

/**
 * The token is out of reach of scripts and of other sites; the page asks for the bearer token with it when it loads.
 * The second cookie only tells the page that there is something to ask for.
 */
export function setSessionCookie(reply: FastifyReply, deps: Deps, token: string | undefined): void {
  const secure = deps.config.publicUrl?.startsWith('https:') ?? false;
  const both = { sameSite: 'strict' as const, secure };
  const hidden = { ...both, path: '/api/Account', httpOnly: true };
  const shown = { ...both, path: '/' };
  if (token) {
    reply.setCookie(sessionCookie, token, { ...hidden, maxAge: sessionSeconds });
    reply.setCookie(signedInCookie, '1', { ...shown, maxAge: sessionSeconds });
  } else {
    reply.clearCookie(sessionCookie, hidden);
    reply.clearCookie(signedInCookie, shown);
  }
}

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const domainOf = (host: string) => deps.config.publicUrl ?? `http://${host}`;
  // A name and an address together: a school behind one address still signs in on a Monday morning.
  const keyOf = (request: { ip: string; body: unknown }) =>
    `${request.ip} ${String((request.body as { userName?: string })?.userName).toLowerCase()}`;
  const perMinute = { timeWindow: '1 minute', hook: 'preHandler' as const };
  const limitOfName = app.rateLimit({ ...perMinute, max: 10, keyGenerator: keyOf });
  // One password tried over many names.
  const limitOfAddress = app.rateLimit({ ...perMinute, max: 100, keyGenerator: ({ ip }) => ip });

  mount(app, calls.login, async function logIn({ body, request, reply }) {
    await limitOfName.call(app, request, reply);
    await limitOfAddress.call(app, request, reply);
    const proof = await login(deps, body);
    setSessionCookie(reply, deps, proof.token);
    return sessionAnswer(proof, domainOf(request.host));
  });

  mount(app, calls.getSession, async ({ door, query, request, reply }) => {
    const { proof } = door;
    // The session slides while it is used, and what the browser keeps of it with it.
    if (request.cookies[sessionCookie] === proof.token) setSessionCookie(reply, deps, proof.token);
    return sessionAnswer(proof, domainOf(request.host), query.cID);
  });

  mount(app, calls.logout, async ({ door, body, reply }) => {
    if (body.everywhere) await endSessionsOf(deps.store.db, door.proof.userID);
    else await endSession(deps.store.db, door.proof.token);
    setSessionCookie(reply, deps, undefined);
  });
}
