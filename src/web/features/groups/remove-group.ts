import type { GroupSummary } from '#shared/calls/groups.ts';
import { formatMoney } from '#shared/money/money.ts';
import { groupWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { deleteConfirmation, toasts } from '#shared/words/toasts.ts';
import { countWaitingMessages } from '../../lib/left-out.ts';
import { removeWithMoney } from '../../lib/remove-with-money.ts';
import { undoOf } from '../../lib/restore.ts';
import { currentSession } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone } from '../../ui/toast.ts';
import { removeGroup } from './api.ts';

/**
 * Asks the question of the spec and deletes a billing. `leave` closes the billing before the deletion, because an open
 * billing would load its deleted bills again.
 */
export async function askAndRemoveGroup(
  { id, name, bills, collected }: Pick<GroupSummary, 'id' | 'name' | 'bills' | 'collected'>,
  leave: () => void,
): Promise<void> {
  const about = groupWords.nameAndBills(name, bills);
  const money =
    collected > 0 ? groupWords.money(formatMoney(collected, currentSession()?.currency ?? '')) : '';
  const waiting = countWaitingMessages({ groupID: id }).then(groupWords.waiting, () => '');
  const more = waiting.then((text) => [money, text].filter(Boolean).join(' '));
  if (!(await confirm({ ...deleteConfirmation, about, more, cancel: commonWords.cancel }))) return;
  leave();
  try {
    if (!(await removeWithMoney((money) => removeGroup(id, money)))) return;
    toastDone(toasts.done.groupDeleted, undoOf({ kind: 'group', id, name }));
  } catch (error) {
    toastFailure(error);
  }
}
