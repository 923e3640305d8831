/** Deletes bills. If money is on them, the person decides whether it becomes credit. */
import { Failure } from '#shared/failures.ts';
import { deletedMoneyWords } from '#shared/words/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { confirm } from '../ui/confirm.tsx';

export type DeletedMoney = 'credit' | undefined;

const isAboutMoney = (error: unknown): boolean =>
  error instanceof Failure && error.issues?.some(({ path }) => path === 'money') === true;

/** Returns whether the bills were deleted. `remove` is called again if the money on them may become credit. */
export async function removeWithMoney(remove: (money: DeletedMoney) => Promise<void>): Promise<boolean> {
  try {
    await remove(undefined);
    return true;
  } catch (error) {
    if (!isAboutMoney(error)) throw error;
    const { title, confirm: label } = deletedMoneyWords;
    const question = { title, text: sentenceOf(error), confirm: label, cancel: commonWords.cancel };
    if (!(await confirm(question))) return false;
  }
  await remove('credit');
  return true;
}
