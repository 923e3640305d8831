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

/** A removed value has only its old side. */
const sayChange = ({ label, from, to }: Change): string =>
  from === '' ? trailWords.is(label, to) : trailWords.changed(label, from, to || trailWords.nothing);

type EntryProps = { entry: TrailEntry; timeZone: string; isNamed: boolean };

function Entry({ entry, timeZone, isNamed }: EntryProps) {
  const { at, actor, actorID, actorName, address, text, kind, aboutID, aboutName, changes } = entry;
  // A person's change of their own account already names that person as the actor.
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

/** Entries of the trail, newest first. `isNamed`: each entry names its subject. */
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

/** The history of one thing, loaded when it is opened; for administrators. */
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
