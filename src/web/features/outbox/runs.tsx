import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outboxWords } from '#shared/words/sending.ts';
import { runsQuery } from './api.ts';
import { type Choice, runsToShow, sayBillings } from './rules.ts';
import classes from './run-bar.module.css';
import { RunBar } from './run-bar.tsx';

type Props = {
  /** The campus's billings, once they are known, and the one whose messages are shown. */
  billings: readonly Choice[] | undefined;
  opened: number | undefined;
  chosen: number | undefined;
  onChoose: (run: number) => void;
  /** The way to send what waits of a run, where it does not go by itself. */
  wayToSend?: ((run: number) => ReactNode) | undefined;
};

const mostShown = 5;

/** The runs under way and the one chosen, each with its bar. */
export function Runs({ billings = [], opened, chosen, onChoose, wayToSend }: Props) {
  const { data } = useQuery(runsQuery);
  const runs = data ?? [];
  const shown = runsToShow(runs, Date.now(), opened).slice(0, mostShown);
  const one = runs.find(({ broadcastID }) => broadcastID === chosen);
  const all = one ? [one] : shown;
  if (all.length === 0) return null;
  return (
    <section aria-label={outboxWords.runs} className={classes.runs}>
      {all.map((run) => (
        <RunBar
          key={run.broadcastID}
          run={run}
          about={sayBillings(run, billings, opened)}
          way={run.counts.pending > 0 ? wayToSend?.(run.broadcastID) : undefined}
          onOpen={run.broadcastID === chosen ? undefined : () => onChoose(run.broadcastID)}
        />
      ))}
    </section>
  );
}
