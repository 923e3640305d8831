import { ActionIcon, Button } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { maySend } from '#shared/people/rights.ts';
import { billWords } from '#shared/words/bills.ts';
import { History } from '../../lib/history.tsx';
import { useRights } from '../../lib/session.ts';
import { NameText } from '../../ui/name-text.tsx';
import { type BillsFilters, neighboursOf } from './api.ts';
import { BillContacts, BillFields, BillHeads, BillTop } from './bill-details.tsx';
import { BillMessages } from './bill-messages.tsx';
import { mark } from './mark.ts';
import classes from './opened-bill.module.css';

const icon = { size: 20, stroke: 1.6 } as const;

type NeighboursProps = {
  /** The list from which the bill was opened. */
  wanted: BillsFilters;
  billID: number;
  onOpen: (bill: Bill) => void;
};

/** Links to the previous and the next bill. */
export function Neighbours({ wanted, billID, onOpen }: NeighboursProps) {
  const { previous, next } = neighboursOf(wanted, billID);
  if (!previous && !next) return null;
  return (
    <>
      <ActionIcon
        aria-label={billWords.previousBill}
        title={billWords.previousBill}
        disabled={!previous}
        onClick={() => previous && onOpen(previous)}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <ActionIcon
        aria-label={billWords.nextBill}
        title={billWords.nextBill}
        disabled={!next}
        onClick={() => next && onOpen(next)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </>
  );
}

type ActionsProps = {
  bill: Bill;
  /** The month of the bill, such as `Nov 2026`. */
  month: string;
  onSend: (bill: Bill) => void;
};

/** The actions on one bill. The month is shown, because a family may have bills of several months. */
export function BillActions({ bill, month, onSend }: ActionsProps) {
  const rights = useRights();
  const isOwed = isOpen(bill);
  if (!rights.edit && !maySend(rights)) return null;
  const name = bill.name || billWords.noName;
  return (
    <div className={classes.actions}>
      <p className={classes.about}>
        <NameText text={name} title={name} />
        <span>{month}</span>
      </p>
      {maySend(rights) && (
        <Button variant="default" onClick={() => onSend(bill)}>
          {billWords.sendMessage}
        </Button>
      )}
      {rights.edit && (
        <Button
          variant={isOwed ? 'filled' : 'default'}
          onClick={({ detail }) => {
            // The second click of a double click would undo the first click.
            if (detail <= 1) void mark(bill, isOwed ? 'paid' : 'unpaid');
          }}
        >
          {isOwed ? billWords.markPaid : billWords.markUnpaid}
        </Button>
      )}
    </div>
  );
}

type Props = {
  bill: Bill;
  /** Opens the chat with one of the bill's numbers. */
  onChat: (bill: Bill, number: string) => void;
  /** The button that opens the bill's voucher. */
  voucher: ReactNode;
  payments: ReactNode;
};

/** One bill with all its fields and messages. */
export function OpenedBill({ bill, onChat, voucher, payments }: Props) {
  return (
    <section className={classes.opened} aria-label={billWords.billPanel}>
      <BillTop bill={bill} />
      <BillFields bill={bill} />
      <BillHeads bill={bill} />
      <div className={classes.part}>{payments}</div>
      <BillContacts bill={bill} onChat={onChat} />
      <div>{voucher}</div>
      <BillMessages billID={bill.id} />
      <History key={bill.id} kind="bill" id={bill.id} />
    </section>
  );
}
