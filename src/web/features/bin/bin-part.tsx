import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Binned } from '#shared/calls/bin.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { binWords } from '#shared/words/bills.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { restore } from '../../lib/restore.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Empty } from '../../ui/empty.tsx';
import { NameText, Words } from '../../ui/name-text.tsx';
import { Part, PartFoot, PartRow, PartRows } from '../../ui/part.tsx';
import { binQuery } from './api.ts';
import { sayLeft } from './rules.ts';

function BinnedRow({ binned }: { binned: Binned }) {
  const { timeZone } = useSession();
  const { isBusy, run } = useAction();
  const { kind, name, billing, bills, by, at, until } = binned;
  const what = [
    binWords.kinds[kind],
    ...(kind === 'group' ? [binWords.bills(bills)] : []),
    ...(kind === 'bill' && billing !== null ? [binWords.of(billing)] : []),
  ];
  return (
    <PartRow
      what={
        <>
          <b>
            <NameText text={name} />
          </b>
          <p>
            <Words text={what.join(' · ')} />
          </p>
          <p>
            <Words
              text={`${binWords.deleted(formatInstant(at, timeZone), by)} · ${sayLeft(until, Date.now())}`}
            />
          </p>
        </>
      }
    >
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        aria-label={binWords.restoreNamed(kind, name)}
        onClick={() => void run(() => restore(binned))}
      >
        {binWords.restore}
      </Button>
    </PartRow>
  );
}

/** Lists what was deleted in the open campus. Each entry has a button to restore it. */
export function BinPart() {
  const query = useInfiniteQuery(binQuery);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <Part label={binWords.title}>
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return (
            <>
              {items.length === 0 && <Empty title={binWords.none} text={binWords.noneText} />}
              <PartRows>
                {items.map((binned) => (
                  <BinnedRow key={`${binned.kind} ${binned.id}`} binned={binned} />
                ))}
              </PartRows>
              {hasNextPage && (
                <PartFoot>
                  <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    {binWords.more}
                  </Button>
                </PartFoot>
              )}
            </>
          );
        }}
      </Loaded>
    </Part>
  );
}
