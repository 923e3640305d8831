/**
 * Persisted queries: what was seen is there at the next opening, before the server has answered, and is asked for again
 * at once. It is one person's and one campus's, and ends at sign-out (decision 0073).
 */
import type { Query } from '@tanstack/react-query';
import type { Session } from '#shared/calls/account.ts';
import { idleDays } from '#shared/limits.ts';
import { rightNames } from '#shared/rights.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { forgetAll, keepOwner, keepSeen, ownerOf, readKept, readSeen, type Seen } from './seen-store.ts';
import { currentSession, watchSession } from './session.ts';

/** What the desk shows. Whatever lets somebody in, and who may what, is asked for anew each time. */
const kept: readonly unknown[] = [
  ...keys.groups,
  ...keys.allBills,
  ...keys.families,
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

/** Letters of JSON: larger answers are lists for a file. */
const longestKept = 400_000;
/** Milliseconds. */
const writeAfter = 1000;
/** All that is recalled counts as out of date. */
const recalledAt = 1;
const longestUnused = idleDays * 24 * 60 * 60 * 1000;

/** `meta.isOfMoment`: it is as the server has it now, and nothing that was seen before. */
const isKept = ({ queryKey, state, meta }: Query): boolean =>
  state.data !== undefined &&
  kept.includes(queryKey[0]) &&
  meta?.isOfMoment !== true &&
  (JSON.stringify(state.data)?.length ?? longestKept) < longestKept;

const changed = new Map<string, Query>();
let timer: ReturnType<typeof setTimeout> | undefined;

// A browser that keeps nothing, or has no room, is one that remembers nothing.
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

/** Puts what this session's person saw in its campus where nothing is known yet; all of it counts as out of date. */
export async function recall(session: Session): Promise<void> {
  const seen = (await readSeen(ownerOf(session)).catch(orNothing)) ?? [];
  for (const { queryKey, data } of seen)
    if (queryClient.getQueryData(queryKey) === undefined)
      queryClient.setQueryData(queryKey, data, { updatedAt: recalledAt });
}

/** Who was here last and when, without a token; undefined where that is too long ago, or nobody was. */
export async function recallSession(): Promise<Session | undefined> {
  const kept = await readKept().catch(orNothing);
  if (!kept || Date.now() - kept.at > longestUnused) return undefined;
  seenAt = new Date(kept.at).toISOString();
  return kept.session;
}

/** When the remembered was last here; '' where nothing is remembered. ISO text. */
let seenAt = '';
export const whenSeen = (): string => seenAt;

export const remember = (session: Session): Promise<void> => keepOwner(session, Date.now()).catch(orNothing);

export const forget = (): Promise<void> => {
  changed.clear();
  return forgetAll().catch(orNothing);
};

/** Whether something was taken away from this person since. */
const hasLost = (before: Session, session: Session): boolean =>
  before.userID === session.userID &&
  (before.campuses.some(({ id }) => !session.campuses.some((campus) => campus.id === id)) ||
    (before.cId === session.cId &&
      rightNames.some((right) => before.rights[right] && !session.rights[right])));

/** What was seen by other rights goes, also from under what is not shown just now. */
async function forgetFor(session: Session): Promise<void> {
  queryClient.removeQueries({ type: 'inactive' });
  await forget();
  await remember(session);
}

/** Begins to keep what comes and is shown. */
export function keepWhatIsSeen(): void {
  queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    // What was only asked for ahead nobody has seen.
    if (query.getObserversCount() === 0) return;
    // What was put there by hand came from here, or from a list that is kept itself.
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
