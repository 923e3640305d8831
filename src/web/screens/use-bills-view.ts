/** How the bills of the opened billing are shown: as the address says, otherwise as the person used them last. */

import type { BillsFilters } from '../features/bills/api.ts';
import { type BillsView, billHabits } from '../features/bills/habits.ts';
import { billsFiltersOf } from './search.ts';
import { useDesk } from './use-desk.ts';

export function useBillsView(): { view: BillsView; filters: BillsFilters; isListFolded: boolean } {
  const { search } = useDesk();
  const habits = billHabits.use();
  const view = search.as ?? habits.view;
  return {
    view,
    filters: billsFiltersOf(search, habits),
    isListFolded: view === 'table' && !habits.isListShown,
  };
}
