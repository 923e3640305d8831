import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { approvalWords } from '#shared/words/templates.ts';
import { useRights } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { toastDone } from '../../ui/toast.ts';
import { syncTemplates } from './api.ts';
import classes from './approval.module.css';

/** A bar above the list. It explains why templates need approval, and has a button that loads their states. */
export function ApprovalBar() {
  const rights = useRights();
  const { isBusy, run } = useAction();
  const sync = (): void => void run(async () => toastDone(approvalWords.synced(await syncTemplates())));
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
          onClick={sync}
        >
          {approvalWords.sync}
        </Button>
      )}
    </div>
  );
}
