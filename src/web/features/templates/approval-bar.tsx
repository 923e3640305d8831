import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { approvalWords } from '#shared/words/templates.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useRights } from '../../lib/session.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { syncTemplates } from './api.ts';
import classes from './approval.module.css';

/** A bar above the list. It explains why templates need approval, and has a button that loads their states. */
export function ApprovalBar() {
  const rights = useRights();
  const [isBusy, setBusy] = useState(false);
  const sync = async (): Promise<void> => {
    setBusy(true);
    try {
      toastDone(approvalWords.synced(await syncTemplates()));
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <div className={classes.bar}>
      <p>{approvalWords.why}</p>
      {rights.edit && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} stroke={1.6} aria-hidden />}
          title={approvalWords.syncTitle}
          loading={isBusy}
          onClick={() => void sync()}
        >
          {approvalWords.sync}
        </Button>
      )}
    </div>
  );
}
