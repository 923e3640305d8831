import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outboxWords } from '#shared/words/sending.ts';
import { runsQuery } from './api.ts';
import { type Choice, runsToShow, sayBillings } from './rules.ts';
import classes from './run-bar.module.css';
import { RunBar } from './run-bar.tsx';

const mostShown = 2;

type Props = {
  /** The campus's billings, once they are known, and the one that is open. */
  billings: readonly Choice[] | undefined;
  opened?: number | undefined;
  linkToOutbox: (text: string) => ReactNode;
};

/** The runs under way; nothing when there are none. A failure to load them must not stand in the way of the bills. */
export function LiveRuns({ billings = [], opened, linkToOutbox }: Props) {
  const { data } = useQuery(runsQuery);
  const runs = runsToShow(data ?? [], Date.now(), opened);
  if (runs.length === 0) return null;
  return (
    <div className={classes.runs}>
      {runs.slice(0, mostShown).map((run) => (
        <RunBar key={run.broadcastID} run={run} about={sayBillings(run, billings, opened)} />
      ))}
      {runs.length > mostShown && (
        <div className={classes.more}>{linkToOutbox(outboxWords.moreRuns(runs.length - mostShown))}</div>
      )}
    </div>
  );
}
