import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { broadcastsQuery } from './api.ts';
import classes from './broadcast-bar.module.css';
import { BroadcastBar } from './broadcast-bar.tsx';
import { broadcastsToShow, type FilterChoice, sayBillings } from './rules.ts';

type Props = {
  /** The billings of the campus. Undefined until they are loaded. */
  billings: readonly FilterChoice[] | undefined;
  /** The id of the opened billing. */
  opened: number | undefined;
  onChoose: (broadcast: number) => void;
  /** A link to send the waiting messages of a send by hand. Undefined if they are sent automatically. */
  wayToSend?: ((broadcast: number) => ReactNode) | undefined;
};

const mostShown = 5;

/** Lists the running sends with their progress. */
export function Broadcasts({ billings = [], opened, onChoose, wayToSend }: Props) {
  const { data } = useQuery(broadcastsQuery);
  const shown = broadcastsToShow(data ?? [], Date.now(), opened).slice(0, mostShown);
  if (shown.length === 0) return null;
  return (
    <div className={classes.broadcasts}>
      {shown.map((broadcast) => (
        <BroadcastBar
          key={broadcast.broadcastID}
          broadcast={broadcast}
          about={sayBillings(broadcast, billings, opened)}
          way={broadcast.counts.pending > 0 ? wayToSend?.(broadcast.broadcastID) : undefined}
          onOpen={() => onChoose(broadcast.broadcastID)}
        />
      ))}
    </div>
  );
}
