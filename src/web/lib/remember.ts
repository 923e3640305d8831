/**
 * Persisted query cache: when Qasid is opened, it shows the data that the person saw last time, and reloads it at once.
 * The data belongs to one person and one campus, and is deleted at sign-out (decision 0073).
 */
import type { Query } from '@tanstack/react-query';
import type { Session } from '#shared/calls/account.ts';
import { idleDays } from '#shared/limits.ts';
import { rightNames } from '#shared/people/rights.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import {
  forgetAll,
  keepOwner,
  keepSeen,
  ownerOf,
  readSeen,
  readStoredSession,
  type Seen,
} from './seen-store.ts';
import { currentSession, watchSession } from './session.ts';

/**
 * The first parts of the query keys whose data is stored. Data about sessions, API keys and the rights of people is
 * never stored.
 */
const storedKeys: readonly unknown[] = [
  ...keys.groups,
  ...keys.allBills,
  ...keys.families,
  ...keys.promises,
  ...keys.today,
  ...keys.outbox,
  ...keys.chats,
  ...keys.earlierChats,
  ...keys.conversations,
  ...keys.optOuts,
  ...keys.templates,
  ...keys.snippets,
  ...keys.approvals,
  ...keys.students,
  ...keys.imports,
  ...keys.school,
  ...keys.campusFigures,
  ...keys.sender,
  ...keys.demo,
];

/** Characters of JSON. A longer answer is not stored, because only an export is so long. */
const longestStored = 400_000;
/** Milliseconds. */
const writeDelay = 1000;
/** The time of recalled data in the cache: long ago, so that the data counts as stale. */
const recalledAt = 1;
const longestUnused = idleDays * 24 * 60 * 60 * 1000;

/** Whether the data of this query is stored. `meta.isOfMoment`: the data is only valid now, so it is not stored. */
const isStored = ({ queryKey, state, meta }: Query): boolean =>
  state.data !== undefined &&
  storedKeys.includes(queryKey[0]) &&
  meta?.isOfMoment !== true &&
  (JSON.stringify(state.data)?.length ?? longestStored) < longestStored;

const changed = new Map<string, Query>();
let timer: ReturnType<typeof setTimeout> | undefined;

// Used in `catch`: if the browser refuses to store data, Qasid works without remembered data.
const orNothing = (): undefined => undefined;

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  const session = currentSession();
  const seen = [...changed.values()].filter(isStored).map(
    ({ queryHash, queryKey, state }): Omit<Seen, 'owner'> => ({
      hash: queryHash,
      queryKey,
      data: state.data,
      at: state.dataUpdatedAt,
    }),
  );
  changed.clear();
  if (session && seen.length > 0) void keepSeen(ownerOf(session), seen).catch(orNothing);
}

function writeSoon(query: Query): void {
  changed.set(query.queryHash, query);
  timer ??= setTimeout(write, writeDelay);
}

/** Puts the stored data of this person and campus into the cache, unless newer data is loaded already. */
export async function recall(session: Session): Promise<void> {
  const seen = (await readSeen(ownerOf(session)).catch(orNothing)) ?? [];
  for (const { queryKey, data } of seen)
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt: recalledAt });
}

/** The last session, without a token. Undefined if there was none or if it is too long ago. */
export async function recallSession(): Promise<Session | undefined> {
  const stored = await readStoredSession().catch(orNothing);
  if (!stored || Date.now() - stored.at > longestUnused) return undefined;
  seenAt = new Date(stored.at).toISOString();
  return stored.session;
}

/** When the remembered session was stored, as ISO text. Empty if there is none. */
let seenAt = '';
export const rememberedSince = (): string => seenAt;

export const remember = (session: Session): Promise<void> => keepOwner(session, Date.now()).catch(orNothing);

export const forget = (): Promise<void> => {
  changed.clear();
  return forgetAll().catch(orNothing);
};

/** Whether the new session of the same person has fewer campuses or rights than the session before. */
const hasLost = (before: Session, session: Session): boolean =>
  before.userID === session.userID &&
  (before.campuses.some(({ id }) => !session.campuses.some((campus) => campus.id === id)) ||
    (before.cId === session.cId &&
      rightNames.some((right) => before.rights[right] && !session.rights[right])));

/** Deletes the stored data, because it was loaded with rights that the person no longer has. */
async function forgetFor(session: Session): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  await forget();
  await remember(session);
}

/** From now on stores all data that is loaded and shown. */
export function startStoringSeenData(): void {
  queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    // Data without observers was only prefetched and not shown.
    if (query.getObserversCount() === 0) return;
    // Data that the page has set itself (`manual`) did not come from the server, so it is not stored.
    const isLoaded = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
    const isSeenNow = event.type === 'observerAdded' && query.state.dataUpdatedAt > recalledAt;
    if (isLoaded || isSeenNow) writeSoon(query);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write();
  });
  let before = currentSession();
  watchSession((session) => {
    if (!session) void forget();
    else if (before && hasLost(before, session)) void forgetFor(session);
    before = session;
  });
}
