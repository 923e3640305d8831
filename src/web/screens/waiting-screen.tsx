import { Skeleton } from '@mantine/core';
import { commonWords } from '#shared/words/screen.ts';
import classes from './page.module.css';

/** Stands there at once for a screen whose program, or whose first answer, is still on its way. */
export const WaitingScreen = () => (
  <main className={classes.page} aria-busy data-testid="waiting-screen">
    <div role="status" aria-label={commonWords.loading}>
      <Skeleton height={28} width={200} mb="lg" />
      <Skeleton height={40} mb="sm" radius="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  </main>
);
