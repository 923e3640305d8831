import { Skeleton } from '@mantine/core';
import { commonWords } from '#shared/words/screen.ts';
import classes from './page.module.css';

/** A placeholder for a screen whose code or first data is still loading. */
export const WaitingScreen = () => (
  <main className={classes.page} aria-busy data-testid="waiting-screen">
    <div role="status" aria-label={commonWords.loading}>
      <Skeleton height={28} width={200} mb="lg" />
      <Skeleton height={40} mb="sm" radius="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  </main>
);
