import type { GroupSummary } from '#shared/calls/groups.ts';
import { groupWords } from '#shared/words/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { deleteConfirmation, toasts } from '#shared/words/toasts.ts';
import { countWaitingMessages } from '../../lib/left-out.ts';
import { undoOf } from '../../lib/restore.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { removeGroup } from './api.ts';

/**
 * Asks the question of the spec and deletes a billing. `leave` closes the billing before the deletion, because an open
 * billing would load its deleted bills again.
 */
export async function askAndRemoveGroup(
  { id, name, bills }: Pick<GroupSummary, 'id' | 'name' | 'bills'>,
  leave: () => void,
): Promise<void> {
  const about = groupWords.nameAndBills(name, bills);
  const more = countWaitingMessages({ groupID: id }).then(groupWords.waiting);
  if (!(await confirm({ ...deleteConfirmation, about, more, cancel: commonWords.cancel }))) return;
  leave();
  try {
    await removeGroup(id);
    toastDone(toasts.done.groupDeleted, undoOf({ kind: 'group', id, name }));
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
  }
}
