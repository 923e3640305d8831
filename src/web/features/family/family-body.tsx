/** Shows a family's children with their bills by month, what is payable, and the messages to the family. */

import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FamilyBill } from '#shared/calls/chat.ts';
import type { Family, FamilyChild } from '#shared/calls/families.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { formatAmount, toPaisa, toRupees } from '#shared/money/money.ts';
import type { InTimeFrom } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { billWords } from '#shared/words/bills.ts';
import { familyWords } from '#shared/words/families.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './family.module.css';
import { FamilyMessages } from './family-messages.tsx';
import {
  balanceOf,
  figuresOf,
  foldedBills,
  isLateNow,
  payableOf,
  periodOf,
  reasonOf,
  sayMonth,
  sayMonths,
  shownAmountOf,
} from './rules.ts';

type Choice = {
  /** The bill to which the actions of the panel apply. */
  focus: number | undefined;
  /** The bill whose details are shown. */
  opened: number | undefined;
  onOpen: (bill: FamilyBill) => void;
  renderBill: (bill: FamilyBill) => ReactNode;
};

/** A figure under its column. Its label is only read aloud, because the columns have one head for all children. */
function Figure({ label, children }: { label: string; children: string }) {
  return (
    <span>
      <VisuallyHidden>{`${label} `}</VisuallyHidden>
      {children}
    </span>
  );
}

/** The head of the columns of all children. */
const Columns = () => (
  <p className={classes.columns} aria-hidden>
    <span>{familyWords.bill}</span>
    <span>{familyWords.charged}</span>
    <span>{familyWords.paid}</span>
    <span>{familyWords.balance}</span>
  </p>
);

function BillRow({
  bill,
  child,
  today,
  ...choice
}: { bill: FamilyBill; child: FamilyChild; today: InTimeFrom } & Choice) {
  const { focus, opened, onOpen, renderBill } = choice;
  const { charged, paid, balance } = figuresOf(bill, today);
  const say = (amount: number | null): string => (amount === null ? billWords.noValue : formatAmount(amount));
  return (
    <li>
      <button
        type="button"
        className={classes.bill}
        aria-expanded={bill.id === opened}
        data-open={isOpen(bill) || undefined}
        data-late={isLateNow(bill, today) || undefined}
        data-focus={bill.id === focus || undefined}
        onClick={() => onOpen(bill)}
      >
        <VisuallyHidden>{familyWords.billOf(child.name || billWords.noName)}</VisuallyHidden>
        <b title={bill.billing}>{periodOf(bill)}</b>
        <Figure label={familyWords.charged}>{say(charged)}</Figure>
        <Figure label={familyWords.paid}>{say(paid)}</Figure>
        <Figure label={familyWords.balance}>{say(balance)}</Figure>
        <small>{reasonOf(bill, today, formatAmount)}</small>
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
  const { open, left } = balanceOf(child, rest.today);
  const came = toRupees(
    earlier.reduce((sum, bill) => sum + toPaisa(shownAmountOf(bill, rest.today) ?? 0), 0),
  );
  const place = [nameOfClass(child), child.regNum ? billWords.reg(child.regNum) : billWords.noReg];
  return (
    <section className={classes.part} aria-label={name}>
      <h3>
        <NameText text={name} title={name} />
        <small>{place.filter(Boolean).join(' · ')}</small>
        {child.credit > 0 && <em>{familyWords.ofChild(formatAmount(child.credit))}</em>}
        {open > 0 && (
          <b>
            {formatAmount(left)}
            {left < open && (
              <small>
                {formatAmount(open)} − {formatAmount(toRupees(toPaisa(open) - toPaisa(left)))}
              </small>
            )}
          </b>
        )}
      </h3>
      {child.bills.length === 0 && (
        <p className={classes.none}>
          {since === null ? familyWords.nothingYet : familyWords.nothingSince(sayMonth(since))}
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
          <span>{isWhole ? familyWords.fewer : familyWords.earlier(earlier.length, sayMonths(earlier))}</span>
          {!isWhole && <span>{familyWords.paidSum(formatAmount(came))}</span>}
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
  const { open, left } = payableOf(family);
  return (
    <div className={classes.family}>
      {toConfirm}
      <div className={classes.payable}>
        <p style={{ margin: 0 }}>
          <small>{familyWords.payable}</small>
          <b>{open > 0 ? say(left) : familyWords.nothingOpen}</b>
          {left < open && (
            <small>
              {familyWords.openLessCredit(
                formatAmount(open),
                formatAmount(toRupees(toPaisa(open) - toPaisa(left))),
              )}
            </small>
          )}
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
      {children.some(({ bills }) => bills.length > 0) && <Columns />}
      {children.map((child) => (
        <Child key={child.regNum ?? child.name} child={child} today={inTimeFrom} since={since} {...choice} />
      ))}
      <FamilyMessages messages={messages} />
    </div>
  );
}
