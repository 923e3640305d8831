import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { formatDay } from '#shared/dates.ts';
import { billWords } from '#shared/words/screen.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './bill-card.module.css';
import { isOverdue } from './rules.ts';
import { StatusBadge } from './status-badge.tsx';

export type CardMoves = {
  onOpen: (bill: Bill) => void;
  onEdit?: ((bill: Bill) => void) | undefined;
  /** Chooses it or lets it go; `isRange` with every bill since the one chosen last. */
  onChoose?: ((id: number, isRange: boolean) => void) | undefined;
};

type Props = CardMoves & {
  bill: Bill;
  /** Its place among all bills. */
  index: number;
  today: string;
  isOpen: boolean;
  isChosen: boolean;
  /** A click anywhere on it chooses it. */
  isByClick: boolean;
};

const dayOr = (day: string | null): string => (day ? formatDay(day) : billWords.noValue);

function ChooseBox({ bill, isChosen, onChoose }: Pick<Props, 'bill' | 'isChosen' | 'onChoose'>) {
  if (!onChoose) return null;
  return (
    <label className={classes.choose}>
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={billWords.chooseNamed(bill.name || billWords.noName)}
        // What changes a box is a click, also where a key did it.
        onChange={({ nativeEvent }) => onChoose(bill.id, (nativeEvent as globalThis.MouseEvent).shiftKey)}
      />
    </label>
  );
}

/** One bill. The whole card opens it; the box chooses it, and so does Space; the pencil edits the member. */
export const BillCard = memo(function BillCard(props: Props) {
  const { bill, index, today, isOpen, isChosen, isByClick, onOpen, onEdit, onChoose } = props;
  const name = bill.name || billWords.noName;
  const isLate = isOverdue(bill, today);
  const { say } = useMoney();
  const click = ({ shiftKey, ctrlKey, metaKey, detail }: MouseEvent): void => {
    // Enter opens also while a click chooses.
    const isChoosing = detail > 0 && (isByClick || shiftKey || ctrlKey || metaKey);
    if (onChoose && isChoosing) onChoose(bill.id, shiftKey);
    else onOpen(bill);
  };
  const chooseBySpace = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || !onChoose) return;
    event.preventDefault();
    if (event.type === 'keydown' && !event.repeat) onChoose(bill.id, event.shiftKey);
  };
  return (
    <article
      className={classes.card}
      data-testid="bill-card"
      data-row={index}
      data-open={isOpen || undefined}
      data-chosen={isChosen || undefined}
      aria-label={name}
    >
      <div className={classes.top}>
        <span className={classes.reg}>{bill.regNum ? billWords.reg(bill.regNum) : billWords.noReg}</span>
        <ChooseBox {...{ bill, isChosen, onChoose }} />
        <StatusBadge status={bill.status} />
      </div>
      <h3 className={classes.name}>
        <button
          type="button"
          onClick={click}
          onKeyDown={chooseBySpace}
          onKeyUp={chooseBySpace}
          title={billWords.open(name)}
        >
          <NameText text={name} />
        </button>
      </h3>
      <div className={classes.total}>{bill.total === null ? billWords.noValue : say(bill.total)}</div>
      <dl className={classes.days}>
        <div data-late={isLate || undefined}>
          <dt>{isLate ? billWords.overdue : billWords.due}</dt>
          <dd>{dayOr(bill.dueDate)}</dd>
        </div>
        <div>
          <dt>{billWords.expiry}</dt>
          <dd>{dayOr(bill.expiryDate)}</dd>
        </div>
      </dl>
      {onEdit && (
        <button
          type="button"
          className={classes.edit}
          aria-label={billWords.edit(name)}
          onClick={() => onEdit(bill)}
        >
          <IconPencil size={16} stroke={1.6} aria-hidden />
        </button>
      )}
    </article>
  );
});
