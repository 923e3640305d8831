import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords } from '#shared/words/sending.ts';
import { deleteConfirmation, toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useRights } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { clearOutbox, pendingQuery } from './api.ts';

/** Clear Outbox: there only while messages wait, for those who may. */
export function ClearOutboxButton() {
  const rights = useRights();
  const { data } = useQuery(pendingQuery);
  const [isBusy, setBusy] = useState(false);
  const pending = data?.pending ?? 0;
  if (!rights.outbox || pending === 0) return null;
  const clear = async (): Promise<void> => {
    const isSure = await confirm({
      title: deleteConfirmation.title,
      text: sendWords.clearText(pending),
      confirm: sendWords.clearConfirm,
      cancel: commonWords.cancel,
    });
    if (!isSure) return;
    setBusy(true);
    try {
      await clearOutbox();
      toastDone(toasts.done.outboxCleared);
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void clear()}>
      {sendWords.clearOutbox}
    </Button>
  );
}
