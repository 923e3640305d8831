/** The view of the opened billing's bills: from the address, else the last one used. */

import type { BillsWanted } from '../features/bills/api.ts';
import { type BillsView, billHabits } from '../features/bills/habits.ts';
import { billsWanted } from './search.ts';
import { useDesk } from './use-desk.ts';

export function useBillsView(): { view: BillsView; wanted: BillsWanted; isListFolded: boolean } {
  const { search } = useDesk();
  const habits = billHabits.use();
  const view = search.as ?? habits.view;
  return {
    view,
    wanted: billsWanted(search, habits),
    isListFolded: view === 'table' && !habits.isListShown,
  };
}
