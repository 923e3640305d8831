/**
 * The door checks each request before its body is read: who sends it, for which school and campus, and with which
 * right. People send a session, other programs an API key. A key is accepted only in the header.
 */
import type { FastifyRequest } from 'fastify';
import { type Call, isForKeys } from '#shared/call.ts';
import { Failure } from '#shared/failures.ts';
import { has, type Needed } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/store.ts';
import { addressOf } from './address.ts';
import { extendSession, findProof, stampKey } from './auth-queries.ts';
import { isKey } from './auth-rules.ts';
import { countCall } from './call-rate.ts';
import { chargeCallToKey } from './key-limit.ts';
import { type Proof, type Scope, scopeOf } from './scope.ts';
import { sessionSeconds } from './sign-in.ts';

export const sessionCookie = 'qasid_session';

/** What a handler knows about the caller. */
export type Door = {
  proof: Proof;
  /** The campuses in which the caller has the right for this call. A call with an id looks only in these campuses. */
  campusIDs: number[];
  /**
   * The scope of this campus. Without an id: the campus of `cID` in the request, otherwise the first campus of the
   * caller.
   */
  scope: (campusID?: number) => Scope;
  /**
   * The scope of the campus that contains the thing with an id, among `campusIDs`. Throws `notFound` when there is no
   * such campus.
   */
  scopeHolding: (find: (db: Db, campusIDs: number[]) => Promise<number | undefined>) => Promise<Scope>;
};

declare module 'fastify' {
  interface FastifyRequest {
    door: Door | undefined;
  }
}

const bearer = /^Bearer (.+)$/;
const tokenShape = /^[\w.~+/=-]{16,200}$/;
const minute = 60_000;
const day = 24 * 60 * 60 * 1000;

/**
 * The browser sends the cookie with requests from any page of the same host, even on another port. A request that
 * changes something must therefore have the content type JSON. For this type the browser first sends a preflight if
 * the page is not ours.
 */
const isOurPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' || /^application\/json\b/i.test(headers['content-type'] ?? '');

export const tokenInHeader = ({ headers }: FastifyRequest): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1];

function tokenInCookie(request: FastifyRequest): string | undefined {
  const token = isOurPage(request) ? request.cookies[sessionCookie] : undefined;
  return token && isKey(token) ? undefined : token;
}

function tokenOf(request: FastifyRequest, mayUseCookie: boolean): string | undefined {
  const token = tokenInHeader(request) ?? (mayUseCookie ? tokenInCookie(request) : undefined);
  return token && tokenShape.test(token) ? token : undefined;
}

async function slideSession({ store, now }: Deps, { token, session }: Proof): Promise<void> {
  if (!session) return;
  const at = now();
  const end = Math.min(at.getTime() + sessionSeconds * 1000, Date.parse(session.endsAt));
  // Writes at most once a day, not with every call.
  if (end - Date.parse(session.expiresAt) <= day) return;
  await extendSession(store.db, token, { expiresAt: new Date(end).toISOString(), now: at.toISOString() });
}

/** Enforces the rate limit of an API key, and refuses calls that are not for keys. */
async function admitKey(deps: Deps, { key }: Proof, call: Call): Promise<void> {
  if (!key) return;
  chargeCallToKey(deps, key);
  const now = deps.now();
  const before = new Date(now.getTime() - minute).toISOString();
  if (key.usedAt === null || key.usedAt <= before)
    await stampKey(deps.store.db, key.id, { now: now.toISOString(), before });
  if (!isForKeys(call)) throw new Failure('forbidden', failureWords.notForKeys);
}

async function prove(request: FastifyRequest, deps: Deps, call: Call): Promise<Proof> {
  const token = tokenOf(request, call.access === 'session');
  const proof = token && (await findProof(deps.store.db, token, deps.now().toISOString()));
  if (!proof) throw new Failure('signedOut', failureWords.signedOut);
  await slideSession(deps, proof);
  await admitKey(deps, proof, call);
  return { ...proof, address: addressOf(request) };
}

/** `db` and `cID` from the query. The schema checks them again later, together with the body. */
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

function openDoor(db: Db, proof: Proof, requested: { needed: Needed; cID: number | undefined }): Door {
  const { needed, cID } = requested;
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

/** Checks the request for a call. Throws the failure to answer with when it is refused. */
export async function proveAtDoor(
  request: FastifyRequest,
  deps: Deps,
  call: Call,
): Promise<Door | undefined> {
  if (call.access === 'public') return undefined;
  const proof = await prove(request, deps, call);
  countCall(deps.store.db, proof, deps.now());
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
