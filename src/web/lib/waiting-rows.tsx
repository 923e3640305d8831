import { Skeleton } from '@mantine/core';
import { commonWords } from '#shared/words/screen.ts';

/** Placeholders for the rows of a list that is loading. */
export const WaitingRows = ({ className }: { className: string | undefined }) => (
  <div className={className} role="status" aria-label={commonWords.loading}>
    {Array.from({ length: 6 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
      <Skeleton key={index} height={40} radius="md" />
    ))}
  </div>
);
