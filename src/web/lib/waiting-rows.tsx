import { Skeleton } from '@mantine/core';
import { commonWords } from '#shared/words/screen.ts';

/** Stands for the rows of a list that is on its way. */
export const WaitingRows = ({ className }: { className: string | undefined }) => (
  <div className={className} role="status" aria-label={commonWords.loading}>
    {Array.from({ length: 6 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to be told apart by
      <Skeleton key={index} height={40} radius="md" />
    ))}
  </div>
);
