/** Restores something from the bin: from the toast about the deletion, and from the page of the bin. */
import type { BinKind } from '#shared/calls/bin.ts';
import { binWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toastDone, type Undo } from '../ui/toast.ts';
import { send } from './send.ts';
import { reloadAfter } from './send-write.ts';
import { currentSession } from './session.ts';
import { toastFailure } from './toast-failure.ts';

type Deleted = { kind: BinKind; id: number; name: string };

/** Restores a deleted thing and shows the result as a toast. `cID`: the campus of the deleted thing. */
export async function restore({ kind, id, name }: Deleted, cID = currentSession()?.cId): Promise<void> {
  try {
    await send('POST /Bin/Restore', { ...(cID === undefined ? {} : { query: { cID } }), body: { kind, id } });
    toastDone(binWords.restored(name));
  } catch (error) {
    toastFailure(error);
  }
  await reloadAfter('POST /Bin/Restore');
}

/** The undo action for a deletion. It remembers the campus, because the user may press it in another campus. */
export function undoOf(deleted: Deleted): Undo {
  const cID = currentSession()?.cId;
  return { label: commonWords.undo, act: () => void restore(deleted, cID) };
}
