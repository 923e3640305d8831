/** How the user wants to see the bills of a billing. The browser stores these settings. */
import type { SortColumn } from '#shared/money/bill-sort.ts';
import { createHabitStore } from '../../lib/draft-store.ts';

export type BillsView = 'cards' | 'table';

type Habits = {
  view: BillsView;
  /** The sort order, in the same format as in the address. */
  sort: string;
  /** Hidden columns of the table. */
  hidden: readonly SortColumn[];
  /** Whether the list of members is shown beside the table. */
  isListShown: boolean;
};

export const billHabits = createHabitStore<Habits>('bills', {
  view: 'cards',
  sort: '',
  hidden: [],
  isListShown: false,
});
