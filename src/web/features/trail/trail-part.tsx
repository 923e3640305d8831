import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { trailWords } from '#shared/words/trail.ts';
import { TrailEntries } from '../../lib/history.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Part, PartFoot } from '../../ui/part.tsx';
import { type TrailQuery, trailQuery } from './api.ts';
import { TrailFilters } from './trail-filters.tsx';

type Props = { wanted: TrailQuery; onWant: (change: Partial<TrailQuery>) => void };

/** Shows the trail: who changed what in the campus and in the accounts of its people. */
export function TrailPart({ wanted, onWant }: Props) {
  const query = useInfiniteQuery(trailQuery(wanted));
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <Part label={trailWords.title}>
      <TrailFilters wanted={wanted} onWant={onWant} />
      <Loaded query={query}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items);
          return (
            <>
              {entries.length === 0 && !hasNextPage && (
                <Empty title={trailWords.none} text={trailWords.noneText} />
              )}
              <TrailEntries entries={entries} isNamed />
              {hasNextPage && (
                <PartFoot>
                  <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    {trailWords.more}
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
