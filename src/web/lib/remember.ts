/**
 * Persisted queries: data seen before is shown at the next opening, before the server answers, and reloaded at once. It
 * belongs to one person and one campus, and is deleted at sign-out (decision 0073).
 */
import type { Query } from '@tanstack/react-query';
import type { Session } from '#shared/calls/account.ts';
import { idleDays } from '#shared/limits.ts';
import { rightNames } from '#shared/rights.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { forgetAll, keepOwner, keepSeen, ownerOf, readKept, readSeen, type Seen } from './seen-store.ts';
import { currentSession, watchSession } from './session.ts';

/** The data that the desk shows. Sessions, keys and rights are always loaded anew. */
const kept: readonly unknown[] = [
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

/** Characters of JSON. Longer answers are lists for a file. */
const longestKept = 400_000;
/** Milliseconds. */
const writeAfter = 1000;
/** All recalled data counts as stale. */
const recalledAt = 1;
const longestUnused = idleDays * 24 * 60 * 60 * 1000;

/** `meta.isOfMoment`: the data is only valid now, so it is not kept. */
const isKept = ({ queryKey, state, meta }: Query): boolean =>
  state.data !== undefined &&
  kept.includes(queryKey[0]) &&
  meta?.isOfMoment !== true &&
  (JSON.stringify(state.data)?.length ?? longestKept) < longestKept;

const changed = new Map<string, Query>();
let timer: ReturnType<typeof setTimeout> | undefined;

// If the browser stores nothing or has no room, nothing is remembered.
const orNothing = (): undefined => undefined;

function write(): void {
  clearTimeout(timer);
  timer = undefined;
  const session = currentSession();
  const seen = [...changed.values()].filter(isKept).map(
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
  timer ??= setTimeout(write, writeAfter);
}

/** Restores what this person saw in this campus, where nothing is loaded yet. All of it counts as stale. */
export async function recall(session: Session): Promise<void> {
  const seen = (await readSeen(ownerOf(session)).catch(orNothing)) ?? [];
  for (const { queryKey, data } of seen)
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt: recalledAt });
}

/** The last session and its time, without a token; undefined if there was none or it is too long ago. */
export async function recallSession(): Promise<Session | undefined> {
  const kept = await readKept().catch(orNothing);
  if (!kept || Date.now() - kept.at > longestUnused) return undefined;
  seenAt = new Date(kept.at).toISOString();
  return kept.session;
}

/** When the remembered user was last here, as ISO text; '' if nothing is remembered. */
let seenAt = '';
export const whenSeen = (): string => seenAt;

export const remember = (session: Session): Promise<void> => keepOwner(session, Date.now()).catch(orNothing);

export const forget = (): Promise<void> => {
  changed.clear();
  return forgetAll().catch(orNothing);
};

/** Whether this person has lost a campus or a right since then. */
const hasLost = (before: Session, session: Session): boolean =>
  before.userID === session.userID &&
  (before.campuses.some(({ id }) => !session.campuses.some((campus) => campus.id === id)) ||
    (before.cId === session.cId &&
      rightNames.some((right) => before.rights[right] && !session.rights[right])));

/** Deletes data seen with other rights, including cached data that is not shown now. */
async function forgetFor(session: Session): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  await forget();
  await remember(session);
}

/** Starts to store data that is loaded and shown. */
export function keepWhatIsSeen(): void {
  queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    // Prefetched data has not been seen.
    if (query.getObserversCount() === 0) return;
    // Data set by hand came from this page, or from a list that is stored itself.
    const hasCome = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
    const isSeenNow = event.type === 'observerAdded' && query.state.dataUpdatedAt > recalledAt;
    if (hasCome || isSeenNow) writeSoon(query);
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
