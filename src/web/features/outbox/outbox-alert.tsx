import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pendingQuery } from './api.ts';
import classes from './outbox-alert.module.css';

/** Warns that sending has stopped and that a person must do something. */
export function OutboxAlert({ link }: { link: ReactNode }) {
  const { data } = useQuery(pendingQuery);
  return (
    // The status element is rendered empty at first, because screen readers announce only changes.
    <p className={classes.alert} role="status" data-testid="outbox-alert">
      {data?.alert && (
        <>
          {data.alert} {link}
        </>
      )}
    </p>
  );
}
