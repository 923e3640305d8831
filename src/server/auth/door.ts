/** The door: proves who asks, for which school and campus, with which right, before the body is read. */
import type { FastifyRequest } from 'fastify';
import type { Call } from '#shared/call.ts';
import { Failure } from '#shared/failures.ts';
import { has, type Needed } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Db } from '../db/store.ts';
import type { Deps } from '../deps.ts';
import { addressOf } from './address.ts';
import { extendSession, findProof } from './queries.ts';
import { type Proof, type Scope, scopeOf } from './scope.ts';
import { sessionSeconds } from './sign-in.ts';

export const sessionCookie = 'qasid_session';

/** What a handler knows of the one who asks. */
export type Door = {
  proof: Proof;
  /** The campuses in which the caller has the call's right; for finding out which of them an id belongs to. */
  campusIDs: number[];
  /** The scope of this campus; without one, of the `cID` asked for, else of the session's own campus. */
  scope: (campusID?: number) => Scope;
  /** The scope of the campus that holds an id, looked for among `campusIDs`; fails when none of them does. */
  scopeHolding: (find: (db: Db, campusIDs: number[]) => Promise<number | undefined>) => Promise<Scope>;
};

declare module 'fastify' {
  interface FastifyRequest {
    door: Door | undefined;
  }
}

const bearer = /^Bearer (.+)$/;
const tokenShape = /^[\w.~+/=-]{16,200}$/;
const day = 24 * 60 * 60 * 1000;

/**
 * The cookie comes with whatever a page of the same host sends, of another port too. What changes something takes it only
 * with the type of JSON, for which a browser asks us first when the page is not ours.
 */
const isOurPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' || /^application\/json\b/i.test(headers['content-type'] ?? '');

function tokenOf(request: FastifyRequest, mayUseCookie: boolean): string | undefined {
  const given = bearer.exec(request.headers.authorization ?? '')?.[1];
  const token = given ?? (mayUseCookie && isOurPage(request) ? request.cookies[sessionCookie] : undefined);
  return token && tokenShape.test(token) ? token : undefined;
}

async function prove(request: FastifyRequest, deps: Deps, mayUseCookie: boolean): Promise<Proof> {
  const token = tokenOf(request, mayUseCookie);
  const now = deps.now();
  const proof = token && (await findProof(deps.store.db, token, now.toISOString()));
  if (!proof) throw new Failure('signedOut', failureWords.signedOut);
  const end = Math.min(now.getTime() + sessionSeconds * 1000, Date.parse(proof.endsAt));
  // Once a day, not with every call.
  if (end - Date.parse(proof.expiresAt) > day) {
    const times = { expiresAt: new Date(end).toISOString(), now: now.toISOString() };
    await extendSession(deps.store.db, proof.token, times);
  }
  return { ...proof, address: addressOf(request) };
}

/** `db` and `cID` as the address gives them; the schema's own check comes later, with the body's. */
function readPlace(request: FastifyRequest): { db: string | undefined; cID: number | undefined } {
  if (request.url.includes('%00')) throw new Failure('malformed', failureWords.nul);
  const { db, cID } = request.query as Record<string, unknown>;
  const isNumber = typeof cID === 'string' && /^[1-9]\d{0,14}$/.test(cID);
  if (cID !== undefined && !isNumber)
    throw new Failure('malformed', failureWords.wrongShape, [
      { path: 'query.cID', message: 'Give one campus id.' },
    ]);
  if (db !== undefined && typeof db !== 'string')
    throw new Failure('malformed', failureWords.wrongShape, [{ path: 'query.db', message: 'Give one db.' }]);
  return { db, cID: isNumber ? Number(cID) : undefined };
}

function required(name: string): Failure {
  return new Failure('malformed', failureWords.wrongShape, [
    { path: `query.${name}`, message: `Give ${name}.` },
  ]);
}

function openDoor(db: Db, proof: Proof, asked: { needed: Needed; cID: number | undefined }): Door {
  const { needed, cID } = asked;
  const allowed = proof.campuses.filter(({ rights }) => has(rights, needed)).map(({ id }) => id);
  const campusIDs = cID === undefined ? allowed : [cID];
  const scope = (campusID?: number): Scope => {
    if (campusID !== undefined && cID !== undefined && campusID !== cID)
      throw new Failure('notFound', failureWords.notFound);
    return scopeOf(db, proof, { campusID: campusID ?? cID ?? proof.campuses[0]?.id ?? 0, needed });
  };
  const scopeHolding: Door['scopeHolding'] = async (find) => {
    const campusID = await find(db, campusIDs);
    if (campusID === undefined) throw new Failure('notFound', failureWords.notFound);
    return scope(campusID);
  };
  return { proof, campusIDs, scope, scopeHolding };
}

/** Opens the door for a call, or throws the failure to answer. */
export async function proveAtDoor(
  request: FastifyRequest,
  deps: Deps,
  call: Call,
): Promise<Door | undefined> {
  if (call.access === 'public') return undefined;
  const proof = await prove(request, deps, call.access === 'session');
  if (call.access === 'session') return openDoor(deps.store.db, proof, { needed: [], cID: undefined });
  const { db, cID } = readPlace(request);
  const isDbGiven = call.query !== undefined && 'db' in call.query.shape;
  if (isDbGiven && db === undefined && !call.query?.shape.db?.safeParse(undefined).success)
    throw required('db');
  if (db !== undefined && db !== proof.slug) throw new Failure('notFound', failureWords.notFound);
  if (call.campus === 'query' && cID === undefined) throw required('cID');
  const door = openDoor(deps.store.db, proof, { needed: call.access, cID });
  if (cID !== undefined) door.scope();
  if (door.campusIDs.length === 0) throw new Failure('forbidden', failureWords.forbidden);
  return door;
}
