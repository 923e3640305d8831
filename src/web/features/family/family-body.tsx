/** Shows a family's children with their bills by month, what is payable, and the messages to the family. */

import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FamilyBill } from '#shared/calls/chat.ts';
import type { Family, FamilyChild } from '#shared/calls/families.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { formatAmount } from '#shared/money/money.ts';
import type { InTimeFrom } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { billWords } from '#shared/words/bills.ts';
import { familyWords } from '#shared/words/families.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './family.module.css';
import { FamilyMessages } from './family-messages.tsx';
import { foldedBills, payableOf, periodOf, reasonOf, sayMonth, shownAmountOf } from './rules.ts';

type Choice = {
  /** The bill to which the actions of the panel apply. */
  focus: number | undefined;
  /** The bill whose details are shown. */
  opened: number | undefined;
  onOpen: (bill: FamilyBill) => void;
  renderBill: (bill: FamilyBill) => ReactNode;
};

function BillRow({
  bill,
  child,
  today,
  ...choice
}: { bill: FamilyBill; child: FamilyChild; today: InTimeFrom } & Choice) {
  const { focus, opened, onOpen, renderBill } = choice;
  const payable = shownAmountOf(bill, today);
  const month = periodOf(bill);
  const why = reasonOf(bill, today, formatAmount);
  const amount = payable === null ? billWords.noValue : formatAmount(payable);
  return (
    <li>
      <button
        type="button"
        className={classes.bill}
        aria-expanded={bill.id === opened}
        data-open={isOpen(bill) || undefined}
        data-focus={bill.id === focus || undefined}
        onClick={() => onOpen(bill)}
      >
        <VisuallyHidden>{familyWords.billOf(child.name || billWords.noName)}</VisuallyHidden>
        <span title={bill.billing}>{month}</span>
        <small>{why}</small>
        <b>{amount}</b>
      </button>
      {bill.id === opened && <div className={classes.details}>{renderBill(bill)}</div>}
    </li>
  );
}

function Child({
  child,
  since,
  ...rest
}: { child: FamilyChild; today: InTimeFrom; since: string | null } & Choice) {
  const [isWhole, setWhole] = useState(false);
  const { shown, earlier } = foldedBills(child.bills);
  // If an earlier bill is opened or in focus, all earlier bills are shown.
  const isEarlierNeeded = earlier.some(({ id }) => id === rest.opened || id === rest.focus);
  const bills = isWhole || isEarlierNeeded ? child.bills : shown;
  const name = child.name || billWords.noName;
  const place = [nameOfClass(child), child.regNum ? billWords.reg(child.regNum) : billWords.noReg];
  return (
    <section className={classes.part} aria-label={name}>
      <h3>
        <NameText text={name} title={name} />
        <small>{place.filter(Boolean).join(' · ')}</small>
      </h3>
      {child.bills.length === 0 && (
        <p className={classes.none}>
          {since === null ? familyWords.nothingYet : familyWords.nothingSince(sayMonth(since))}
        </p>
      )}
      {bills.length > 0 && (
        <p className={classes.columns} aria-hidden>
          <span>{familyWords.bill}</span>
          <span>{familyWords.amount}</span>
        </p>
      )}
      <ul className={classes.list}>
        {bills.map((bill) => (
          <BillRow key={bill.id} bill={bill} child={child} {...rest} />
        ))}
      </ul>
      {earlier.length > 0 && !isEarlierNeeded && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? familyWords.fewer : familyWords.earlier(earlier.length)}
        </button>
      )}
    </section>
  );
}

type Props = Choice & {
  family: Family;
  /** A picture or document from the family that may show a payment. */
  toConfirm: ReactNode;
  numbers: ReactNode;
  /** The buttons that act on the whole payable amount. */
  action: ReactNode;
  /** The button that uses the family's credit. */
  credit: ReactNode;
};

export function FamilyBody({ family, toConfirm, numbers, action, credit, ...choice }: Props) {
  const { children, messages, inTimeFrom, since } = family;
  const { say } = useMoney();
  const payable = payableOf(family);
  return (
    <div className={classes.family}>
      {toConfirm}
      <div className={classes.payable}>
        <p style={{ margin: 0 }}>
          <small>{familyWords.payable}</small>
          <b>{payable > 0 ? say(payable) : familyWords.nothingOpen}</b>
        </p>
        {action}
      </div>
      {family.credit > 0 && (
        <div className={classes.credit}>
          {familyWords.credit(say(family.credit))}
          {credit}
        </div>
      )}
      {numbers}
      {children.map((child) => (
        <Child key={child.regNum ?? child.name} child={child} today={inTimeFrom} since={since} {...choice} />
      ))}
      <FamilyMessages messages={messages} />
    </div>
  );
}
