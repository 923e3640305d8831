import { commonWords } from '#shared/words/screen.ts';
import { deleteConfirmation, toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { removeGroup } from './api.ts';

/** Deletes a billing after the spec's question; answers whether it is gone. */
export async function askAndRemoveGroup(id: number): Promise<boolean> {
  if (!(await confirm({ ...deleteConfirmation, cancel: commonWords.cancel }))) return false;
  try {
    await removeGroup(id);
    toastDone(toasts.done.groupDeleted);
    return true;
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
    return false;
  }
}
