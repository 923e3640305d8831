import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sendWords } from '#shared/words/sending.ts';
import { useRights } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { outboxActions } from './acts.ts';
import { pendingQuery } from './api.ts';
import classes from './clear-button.module.css';

type Props = { isInHead?: boolean; size?: 'sm' | 'compact-sm' };

/**
 * The Clear Outbox button. It is shown only while messages wait, and only to users who may clear the outbox. `isInHead`
 * makes the button less prominent and adds the number of messages.
 */
export function ClearOutboxButton({ isInHead = false, size = 'sm' }: Props) {
  const rights = useRights();
  const { data } = useQuery(pendingQuery);
  const { isBusy, run } = useAction();
  const pending = data?.pending ?? 0;
  if (!rights.outbox || pending === 0) return null;
  return (
    <>
      {isInHead && <span className={classes.waiting}>{sendWords.waiting(pending)}</span>}
      <Button
        variant={isInHead ? 'subtle' : 'default'}
        c={isInHead ? 'var(--q-unpaid)' : undefined}
        size={size}
        loading={isBusy}
        onClick={() => void run(outboxActions.clear)}
      >
        {sendWords.clearOutbox}
      </Button>
    </>
  );
}
