import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pendingQuery } from './api.ts';
import classes from './outbox-alert.module.css';

/** What stands still and needs a person; nothing while all goes well. */
export function OutboxAlert({ link }: { link: ReactNode }) {
  const { data } = useQuery(pendingQuery);
  return (
    // It is there before it says something, or nobody would hear it.
    <p className={classes.alert} role="status" data-testid="outbox-alert">
      {data?.alert && (
        <>
          {data.alert} {link}
        </>
      )}
    </p>
  );
}
