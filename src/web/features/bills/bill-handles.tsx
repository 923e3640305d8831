/** The controls that open and select a bill. Cards and rows use them. */

import type { KeyboardEvent, MouseEvent } from 'react';
import type { Bill, ListedBill } from '#shared/calls/bills.ts';
import type { InTimeFrom } from '#shared/money/payable.ts';
import { formatDay } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { NameText } from '../../ui/name-text.tsx';
import { onIntent } from '../../ui/on-intent.ts';
import { latinKey } from '../../ui/use-keys.ts';
import classes from './bill-handles.module.css';

export type BillMoves = {
  onOpen: (bill: Bill) => void;
  /** Prefetches the bill, because the user may open it soon. */
  onAhead: (bill: Bill) => void;
  /** Selects or deselects the bill. `isRange` selects all bills between the last selected bill and this bill. */
  onChoose?: ((id: number, isRange: boolean) => void) | undefined;
};

export type BillProps = BillMoves & {
  bill: ListedBill;
  /** The index of the bill in the list. */
  index: number;
  today: InTimeFrom;
  isOpen: boolean;
  isChosen: boolean;
  /** Whether a click anywhere on the bill selects the bill. */
  isByClick: boolean;
};

export const dayOr = (day: string | null): string => (day ? formatDay(day) : billWords.noValue);

type BoxProps = Pick<BillProps, 'bill' | 'isChosen' | 'onChoose'> & { className?: string | undefined };

export function ChooseBox({ bill, isChosen, onChoose, className }: BoxProps) {
  if (!onChoose) return null;
  return (
    <label className={className}>
      <input
        type="checkbox"
        className={classes.box}
        checked={isChosen}
        aria-label={billWords.chooseNamed(bill.name || billWords.noName)}
        // The change event of a checkbox is based on a click event, even if a key changed the checkbox.
        onChange={({ nativeEvent }) => onChoose(bill.id, (nativeEvent as globalThis.MouseEvent).shiftKey)}
      />
    </label>
  );
}

/**
 * The name of the bill, as a button that covers the whole bill. A click opens or selects the bill, Space and X select
 * the bill, and Enter opens the bill.
 */
export function BillName(props: Pick<BillProps, 'bill' | 'isByClick' | keyof BillMoves>) {
  const { bill, isByClick, onOpen, onAhead, onChoose } = props;
  const name = bill.name || billWords.noName;
  const click = ({ shiftKey, ctrlKey, metaKey, detail }: MouseEvent): void => {
    // Enter always opens the bill, even in selection mode. The `detail` of a click by keyboard is 0.
    const isChoosing = detail > 0 && (isByClick || shiftKey || ctrlKey || metaKey);
    if (onChoose && isChoosing) onChoose(bill.id, shiftKey);
    else onOpen(bill);
  };
  const chooseByKey = (event: KeyboardEvent): void => {
    const { ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (!onChoose || ctrlKey || metaKey || altKey || !' x'.includes(latinKey(nativeEvent))) return;
    event.preventDefault();
    if (event.type === 'keydown' && !event.repeat) onChoose(bill.id, event.shiftKey);
  };
  return (
    <button
      type="button"
      className={classes.open}
      onClick={click}
      onKeyDown={chooseByKey}
      onKeyUp={chooseByKey}
      {...onIntent(() => onAhead(bill))}
      title={billWords.open(name)}
    >
      <NameText text={name} />
    </button>
  );
}
