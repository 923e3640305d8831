import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { outboxWords } from '#shared/words/sending.ts';
import { broadcastsQuery } from './api.ts';
import classes from './broadcast-bar.module.css';
import { BroadcastBar } from './broadcast-bar.tsx';
import { broadcastsToShow, type FilterChoice, sayBillings } from './rules.ts';

const mostShown = 2;

type Props = {
  /** The campus's billings, once they are known, and the one that is open. */
  billings: readonly FilterChoice[] | undefined;
  opened?: number | undefined;
  linkToOutbox: (text: string) => ReactNode;
};

/** The broadcasts under way; nothing when there are none. A failure to load them must not stand in the way of the bills. */
export function LiveBroadcasts({ billings = [], opened, linkToOutbox }: Props) {
  const { data } = useQuery(broadcastsQuery);
  const broadcasts = broadcastsToShow(data ?? [], Date.now(), opened);
  if (broadcasts.length === 0) return null;
  return (
    <div className={classes.broadcasts}>
      {broadcasts.slice(0, mostShown).map((broadcast) => (
        <BroadcastBar
          key={broadcast.broadcastID}
          broadcast={broadcast}
          about={sayBillings(broadcast, billings, opened)}
        />
      ))}
      {broadcasts.length > mostShown && (
        <div className={classes.more}>
          {linkToOutbox(outboxWords.moreBroadcasts(broadcasts.length - mostShown))}
        </div>
      )}
    </div>
  );
}
