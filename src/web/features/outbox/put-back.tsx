import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { clockIn } from '#shared/time/dates.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { outboxActions } from './acts.ts';
import { cancelledQuery } from './api.ts';
import classes from './put-back.module.css';

/** Lists the cancellations of the last minutes, by any user. Each has a button to restore its messages. */
export function PutBack() {
  const { timeZone } = useSession();
  const { data = [] } = useQuery(cancelledQuery);
  const { isBusy, run } = useAction();
  return (
    // The status element is rendered empty at first, because screen readers announce only changes.
    <div className={classes.lines} role="status" data-testid="put-back">
      {data.map(({ at, count }) => (
        <p key={at}>
          {outboxWords.cancelledAt(count, clockIn(timeZone, new Date(at)))}
          <Button
            variant="default"
            size="compact-xs"
            disabled={isBusy}
            onClick={() => void run(() => outboxActions.putBack(at))}
          >
            {outboxWords.putBack}
          </Button>
        </p>
      ))}
    </div>
  );
}
