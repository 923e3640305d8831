/** The bills of a billing that are chosen by hand; a choice outlives search and filter, so that it can be gathered. */
import { useCallback, useRef, useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastError } from '../../ui/toast.ts';
import { type BillsWanted, listBillIDs } from './api.ts';
import { toggled, withRange } from './rules.ts';

const none: ReadonlySet<number> = new Set();
/** `isOn`: one is choosing, though nothing may be chosen yet. `all` is the list of which every bill was taken. */
type Chosen = { ids: ReadonlySet<number>; isOn: boolean; all: string | null };
const nothing: Chosen = { ids: none, isOn: false, all: null };

export function useChoice(wanted: BillsWanted) {
  const [chosen, setChosen] = useState(nothing);
  const [isBusy, setBusy] = useState(false);
  /** Where a range begins. */
  const last = useRef<number>(undefined);
  const { groupID, search, status, section, sort } = wanted;
  const list = JSON.stringify([search, status, section]);

  /** Adds those that `pick` takes of all bills of the list. */
  const add = useCallback(
    async (pick: (all: number[]) => number[], all: string | null): Promise<void> => {
      setBusy(true);
      try {
        const picked = pick(await listBillIDs({ groupID, search, status, section, sort }));
        setChosen(({ ids, isOn }) => ({ ids: new Set([...ids, ...picked]), isOn, all }));
      } catch (error) {
        toastError(toasts.errorTitle, sentenceOf(error));
      }
      setBusy(false);
    },
    [groupID, search, status, section, sort],
  );
  /** Chooses a bill or lets it go; as a range also every bill between it and the one chosen last. */
  const choose = useCallback(
    (id: number, isRange: boolean): void => {
      const from = last.current;
      last.current = id;
      if (isRange && from !== undefined) void add((all) => withRange(all, from, id), null);
      else setChosen(({ ids, isOn }) => ({ ids: toggled(ids, id), isOn, all: null }));
    },
    [add],
  );
  const clear = useCallback((): void => {
    last.current = undefined;
    setChosen(nothing);
  }, []);
  return {
    ids: chosen.ids,
    /** The bar is shown: something is chosen, or is about to be. */
    isOn: chosen.isOn || chosen.ids.size > 0,
    /** A click on a card chooses it, as on a phone, where a box is small. */
    isByClick: chosen.isOn,
    isBusy,
    isAll: chosen.all === list,
    choose,
    chooseAll: () => add((all) => all, list),
    start: useCallback(() => setChosen((before) => ({ ...before, isOn: true })), []),
    clear,
  };
}

export type BillChoice = ReturnType<typeof useChoice>;
