import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrailEntry } from '#shared/calls/trail.ts';
import { formatInstant } from '#shared/dates.ts';
import type { HistoryKind } from '#shared/trail-kinds.ts';
import { actorWords, trailWords } from '#shared/words/trail.ts';
import classes from './history.module.css';
import { historyQuery } from './history.ts';
import { Loaded } from './loaded.tsx';
import { useSession } from './session.ts';

type Change = TrailEntry['changes'][number];

/** What is gone or was asked for has one side alone. */
const sayChange = ({ label, from, to }: Change): string =>
  from === '' ? trailWords.is(label, to) : trailWords.changed(label, from, to || trailWords.nothing);

type EntryProps = { entry: TrailEntry; timeZone: string; isNamed: boolean };

function Entry({ entry, timeZone, isNamed }: EntryProps) {
  const { at, actor, actorID, actorName, address, text, kind, aboutID, aboutName, changes } = entry;
  // What somebody did with the own account says already whose it is.
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

/** Entries of the trail, newest first. `isNamed`: each says what it is about. */
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

/** Who did what to it, when it is asked for; for administrators. */
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
