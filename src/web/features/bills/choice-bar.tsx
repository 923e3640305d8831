import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { billWords } from '#shared/words/screen.ts';
import classes from './choice-bar.module.css';
import type { BillChoice } from './use-choice.ts';

type Props = {
  choice: BillChoice;
  /** How many bills search and filter leave. */
  count: number;
  actions: ReactNode;
};

/** What is chosen and what can be done with it; stays at the bottom while the cards scroll. */
export function ChoiceBar({ choice, count, actions }: Props) {
  const { ids, isBusy, isAll, chooseAll, clear } = choice;
  return (
    <section className={classes.place} aria-label={billWords.choice} data-takes-escape>
      <div className={classes.bar}>
        <p className={classes.count} role="status">
          {ids.size > 0 ? billWords.chosen(ids.size) : billWords.chooseSome}
        </p>
        {count > 0 && !isAll && (
          <Button
            variant="subtle"
            px="xs"
            c="var(--q-accent)"
            onClick={() => void chooseAll()}
            loading={isBusy}
          >
            {billWords.chooseAll(count)}
          </Button>
        )}
        {ids.size > 0 && <div className={classes.actions}>{actions}</div>}
        <Button className={classes.clear} variant="subtle" px="xs" onClick={clear}>
          {billWords.clearChoice}
        </Button>
      </div>
    </section>
  );
}
