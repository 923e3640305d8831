import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { memo } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { formatDay } from '#shared/dates.ts';
import { formatRupees } from '#shared/money.ts';
import { billWords } from '#shared/words/screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './bill-card.module.css';
import { isOverdue } from './rules.ts';
import { StatusBadge } from './status-badge.tsx';

type Props = {
  bill: Bill;
  today: string;
  onChat: (bill: Bill) => void;
  onEdit?: ((bill: Bill) => void) | undefined;
};

const dayOr = (day: string | null): string => (day ? formatDay(day) : billWords.noValue);

/** One bill. The whole card opens the chat; the pencil edits the member. */
export const BillCard = memo(function BillCard({ bill, today, onChat, onEdit }: Props) {
  const name = bill.name || billWords.noName;
  const isLate = isOverdue(bill, today);
  return (
    <article className={classes.card} data-testid="bill-card" aria-label={name}>
      <div className={classes.top}>
        <span className={classes.reg}>{bill.regNum ? billWords.reg(bill.regNum) : billWords.noReg}</span>
        <StatusBadge status={bill.status} />
      </div>
      <h2 className={classes.name}>
        <button type="button" onClick={() => onChat(bill)} title={billWords.chatWith(name)}>
          <NameText text={name} />
        </button>
      </h2>
      <div className={classes.total}>
        {bill.total === null ? billWords.noValue : formatRupees(bill.total)}
      </div>
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
