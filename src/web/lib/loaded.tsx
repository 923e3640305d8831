import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Trouble } from '../ui/trouble.tsx';
import { useConnectionLost } from './live.ts';

/** As much of a query as is looked at here. */
type Query<T> = {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<T> = {
  query: Query<T>;
  /** What stands there until the first answer: a grey block unless said. */
  waiting?: ReactNode;
  isInset?: boolean;
  children: (data: T) => ReactNode;
};

/** What a query has brought; until then that it is awaited, and what went wrong with the way to try again. */
export function Loaded<T>({ query, waiting, isInset = false, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  // That what stands there may be old is said once, for all of the page.
  const isOnlyAway = useConnectionLost() && data !== undefined;
  return (
    <>
      {error !== null && error !== undefined && !isOnlyAway && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
          isInset={isInset}
        />
      )}
      {data !== undefined && children(data)}
      {data === undefined && !error && (
        <div role="status" aria-label={commonWords.loading}>
          {waiting ?? <Skeleton height={120} />}
        </div>
      )}
    </>
  );
}
