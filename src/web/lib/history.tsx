import { Button, Skeleton } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrailEntry } from '#shared/calls/trail.ts';
import { formatInstant } from '#shared/time/dates.ts';
import type { HistoryKind } from '#shared/trail-kinds.ts';
import { actorWords, trailWords } from '#shared/words/trail.ts';
import classes from './history.module.css';
import { Loaded } from './loaded.tsx';
import { keys } from './query-keys.ts';
import { send } from './send.ts';
import { useSession } from './session.ts';

const pageSize = 20;

const historyQuery = (kind: HistoryKind, id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.trail, 'history', kind, id],
    queryFn: ({ pageParam, signal }) =>
      send('GET /Trail/History', { query: { kind, id, take: pageSize, ...pageParam } }, signal),
    initialPageParam: {} as { before?: number },
    getNextPageParam: ({ next }) => (next === null ? undefined : { before: next }),
    // Every action adds an entry, so the history is loaded again each time it is opened.
    staleTime: 0,
  });

type Change = TrailEntry['changes'][number];

/** Says what was changed. If the value was removed, `to` is empty. */
const sayChange = ({ label, from, to }: Change): string =>
  from === '' ? trailWords.is(label, to) : trailWords.changed(label, from, to || trailWords.nothing);

type EntryProps = { entry: TrailEntry; timeZone: string; isNamed: boolean };

function Entry({ entry, timeZone, isNamed }: EntryProps) {
  const { at, actor, actorID, actorName, address, text, kind, aboutID, aboutName, changes } = entry;
  // When a person changes their own account, the actor already names that person.
  const isOwn = kind === 'person' && aboutID === actorID;
  const isShown = isNamed && aboutName !== '' && !isOwn;
  return (
    <li>
      <div className={classes.what}>
        <span>
          {text}
          {isShown && (
            <>
              {' · '}
              <bdi>{aboutName}</bdi>
            </>
          )}
        </span>
        <time dateTime={at}>{formatInstant(at, timeZone)}</time>
      </div>
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={change.field}>{sayChange(change)}</li>
          ))}
        </ul>
      )}
      <p className={classes.who}>
        <bdi>{actorName || actorWords[actor]}</bdi>
        {address && ` · ${trailWords.at(address)}`}
      </p>
    </li>
  );
}

/** Entries of the trail, newest first. `isNamed`: each entry also shows the name of the changed thing. */
export function TrailEntries({
  entries,
  isNamed = false,
}: {
  entries: readonly TrailEntry[];
  isNamed?: boolean;
}) {
  const { timeZone } = useSession();
  return (
    <ol className={classes.entries}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} timeZone={timeZone} isNamed={isNamed} />
      ))}
    </ol>
  );
}

function Entries({ kind, id }: { kind: HistoryKind; id: string }) {
  const query = useInfiniteQuery(historyQuery(kind, id));
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <Loaded query={query} waiting={<Skeleton height={64} />}>
      {({ pages }) => {
        const entries = pages.flatMap(({ items }) => items);
        return (
          <>
            {entries.length === 0 && <p className={classes.none}>{trailWords.noHistory}</p>}
            <TrailEntries entries={entries} isNamed={kind === 'group'} />
            {hasNextPage && (
              <Button
                variant="default"
                size="xs"
                mt="xs"
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {trailWords.more}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** The history of one thing, only for administrators. It is loaded when the person opens it. */
export function History({ kind, id }: { kind: HistoryKind; id: string | number }) {
  const { rights } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!rights.admin) return null;
  return (
    <section className={classes.history} aria-label={trailWords.history}>
      <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? trailWords.history : trailWords.showHistory}
      </button>
      {isOpen && <Entries kind={kind} id={String(id)} />}
    </section>
  );
}
