/** How a person likes to look at a billing's bills; the browser keeps it. */
import type { SortColumn } from '#shared/bill-sort.ts';
import { createHabitStore } from '../../lib/draft-store.ts';

export type BillsView = 'cards' | 'table';

type Habits = {
  view: BillsView;
  /** As the address has it. */
  sort: string;
  /** Columns of the table that are not shown. */
  hidden: readonly SortColumn[];
  /** Whether the list of members stands beside the table. */
  isListShown: boolean;
};

export const billHabits = createHabitStore<Habits>('bills', {
  view: 'cards',
  sort: '',
  hidden: [],
  isListShown: false,
});
