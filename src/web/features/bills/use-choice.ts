/**
 * The selected bills of a billing. The selection is kept when the search or a filter changes, so the user can select
 * bills from several searches.
 */
import { useIsFetching } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { type BillsFilters, billIDsQuery } from './api.ts';
import { toggled, withRange } from './rules.ts';

const noIDs: ReadonlySet<number> = new Set();
/**
 * `isOn` is the selection mode, even if no bill is selected. `all` identifies the list whose bills are all selected.
 */
type Chosen = { ids: ReadonlySet<number>; isOn: boolean; all: string | null };
const noChoice: Chosen = { ids: noIDs, isOn: false, all: null };

export function useChoice(wanted: BillsFilters) {
  const [chosen, setChosen] = useState(noChoice);
  /** The bill that was selected last. A range starts at this bill. */
  const last = useRef<number>(undefined);
  const { groupID, search, status, class: classID, section, sort } = wanted;
  const list = JSON.stringify([search, status, classID, section]);

  /** Selects the ids that `pick` returns from all ids of the list. */
  const add = useCallback(
    (pick: (all: number[]) => number[], all: string | null): void => {
      const query = billIDsQuery({ groupID, search, status, class: classID, section, sort });
      const addPicked = (found: number[]): void =>
        setChosen(({ ids, isOn }) => ({ ids: new Set([...ids, ...pick(found)]), isOn, all }));
      queryClient.fetchQuery(query).then(addPicked, toastFailure);
    },
    [groupID, search, status, classID, section, sort],
  );
  /** Selects or deselects a bill. `isRange` selects all bills between the last selected bill and this bill. */
  const choose = useCallback(
    (id: number, isRange: boolean): void => {
      const from = last.current;
      last.current = id;
      if (isRange && from !== undefined) add((all) => withRange(all, from, id), null);
      else setChosen(({ ids, isOn }) => ({ ids: toggled(ids, id), isOn, all: null }));
    },
    [add],
  );
  const clear = useCallback((): void => {
    last.current = undefined;
    setChosen(noChoice);
  }, []);
  return {
    ids: chosen.ids,
    /** Whether the selection bar is shown. */
    isOn: chosen.isOn || chosen.ids.size > 0,
    /** A click on a card selects the card, because a checkbox is too small on a phone. */
    isByClick: chosen.isOn,
    isBusy: useIsFetching({ queryKey: billIDsQuery(wanted).queryKey }) > 0,
    isAll: chosen.all === list,
    choose,
    chooseAll: () => add((all) => all, list),
    start: useCallback(() => setChosen((before) => ({ ...before, isOn: true })), []),
    clear,
  };
}

export type BillChoice = ReturnType<typeof useChoice>;
