import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { useConnectionLost } from './live.ts';

/** The parts of a query that are used here. */
type Query<T> = {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<T> = {
  query: Query<T>;
  /** Shown until the first answer: a grey block by default. */
  waiting?: ReactNode;
  isInset?: boolean;
  children: (data: T) => ReactNode;
};

/** Shows the data of a query. Until then it shows a placeholder, or the error with a button to try again. */
export function Loaded<T>({ query, waiting, isInset = false, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  // While the connection is lost, one notice on the page says that the data may be old. The blocks do not repeat it.
  const isOnlyAway = useConnectionLost() && data !== undefined;
  return (
    <>
      {error !== null && error !== undefined && !isOnlyAway && (
        <ErrorAlert
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
