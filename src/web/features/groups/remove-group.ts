import type { GroupSummary } from '#shared/calls/groups.ts';
import { groupWords } from '#shared/words/bills.ts';
import { deleteConfirmation, sentenceOf, toasts } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { countLeftOut } from '../../lib/left-out.ts';
import { undoOf } from '../../lib/restore.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { removeGroup } from './api.ts';

/**
 * Deletes a billing after the spec's question. `leave` is called first, because an opened billing would load its bills
 * again.
 */
export async function askAndRemoveGroup(
  { id, name, bills }: Pick<GroupSummary, 'id' | 'name' | 'bills'>,
  leave: () => void,
): Promise<void> {
  const about = groupWords.nameAndBills(name, bills);
  const more = countLeftOut({ groupID: id }).then(groupWords.waiting);
  if (!(await confirm({ ...deleteConfirmation, about, more, cancel: commonWords.cancel }))) return;
  leave();
  try {
    await removeGroup(id);
    toastDone(toasts.done.groupDeleted, undoOf({ kind: 'group', id, name }));
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
  }
}
