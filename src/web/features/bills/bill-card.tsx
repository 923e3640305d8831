import { memo } from 'react';
import { isOpen as isOwed, paymentOf } from '#shared/money/bill-status.ts';
import { cameIn, isPaidByNobody, payableOn } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { billWords } from '#shared/words/bills.ts';
import { useMoney } from '../../lib/use-money.ts';
import classes from './bill-card.module.css';
import { BillName, type BillProps, ChooseBox, dayOr } from './bill-handles.tsx';
import { MessageTick } from './message-tick.tsx';
import { isOverdue, whyPayable } from './rules.ts';
import { Siblings } from './siblings.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Shows the amount that is payable today, or the amount that was paid. */
function Payable({ bill, today }: Pick<BillProps, 'bill' | 'today'>) {
  const { say } = useMoney();
  const isPaid = paymentOf(bill) === 'paid';
  if ((!isOwed(bill) && !isPaid) || isPaidByNobody(bill))
    return (
      <p className={classes.pay}>
        <small>{billWords.nothingPayable}</small>
        <Siblings count={bill.siblings} />
      </p>
    );
  const amount = isPaid ? cameIn(bill) : bill.total === null ? null : payableOn(today, bill);
  return (
    <p
      className={classes.pay}
      data-paid={isPaid || undefined}
      title={isPaid ? undefined : whyPayable(bill, { today, say })}
    >
      <small>{isPaid ? billWords.paid : billWords.payableToday}</small>
      <b>{amount === null ? billWords.noValue : say(amount)}</b>
      <Siblings count={bill.siblings} />
      {isOverdue(bill, today) && <em>{billWords.overdue}</em>}
    </p>
  );
}

/** Shows a bill as a card. */
export const BillCard = memo(function BillCard(props: BillProps) {
  const { bill, index, today, isOpen, isChosen, isByClick, onOpen, onAhead, onChoose } = props;
  const isLate = isOverdue(bill, today);
  const { say } = useMoney();
  const reg = bill.regNum ? billWords.reg(bill.regNum) : billWords.noReg;
  const where = [reg, nameOfClass(bill)].filter(Boolean).join(' · ');
  return (
    <article
      className={classes.card}
      data-testid="bill-card"
      data-row={index}
      data-open={isOpen || undefined}
      data-chosen={isChosen || undefined}
      aria-label={bill.name || billWords.noName}
    >
      <div className={classes.top}>
        <span className={classes.place} title={where}>
          {where}
        </span>
        <StatusBadge status={bill.status} />
      </div>
      <h3 className={classes.name}>
        <BillName {...{ bill, isByClick, onOpen, onAhead, onChoose }} />
      </h3>
      <ChooseBox {...{ bill, isChosen, onChoose }} className={classes.choose} />
      <Payable bill={bill} today={today} />
      <dl className={classes.facts}>
        <div data-late={isLate || undefined}>
          <dt>{billWords.due}</dt>
          <dd>{dayOr(bill.dueDate)}</dd>
        </div>
        <div>
          <dt>{billWords.total}</dt>
          <dd>{bill.total === null ? billWords.noValue : say(bill.total)}</dd>
        </div>
      </dl>
      <dl className={classes.facts}>
        <div>
          <dt>{billWords.expiry}</dt>
          <dd>{dayOr(bill.expiryDate)}</dd>
        </div>
        <div className={classes.told}>
          <dt>{billWords.columns.message}</dt>
          <dd>
            <MessageTick bill={bill} />
          </dd>
        </div>
      </dl>
    </article>
  );
});
