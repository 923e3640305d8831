import { VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { ListedBill } from '#shared/calls/bills.ts';
import type { SortColumn } from '#shared/money/bill-sort.ts';
import { isOpen as isOwed, paymentOf } from '#shared/money/bill-status.ts';
import { type InTimeFrom, payableOn } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { billWords } from '#shared/words/bills.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { type BillMoves, BillName, type BillProps, ChooseBox, dayOr } from './bill-handles.tsx';
import classes from './bill-table.module.css';
import { MessageTick } from './message-tick.tsx';
import { isOverdue, numbersIn, whyPayable } from './rules.ts';
import { Siblings } from './siblings.tsx';
import { StatusBadge } from './status-badge.tsx';

type Props = Omit<BillProps, 'index' | 'isOpen'> & {
  columns: readonly SortColumn[];
  /** Whether the row has two lines of text. */
  isCompact: boolean;
};

/** Shows the amount that is payable today. If nothing is owed, it shows a word or a dash instead. */
function Payable({ bill, today }: { bill: ListedBill; today: InTimeFrom }) {
  const { say } = useMoney();
  if (isOwed(bill))
    return (
      <b title={whyPayable(bill, { today, say })}>
        {bill.total === null ? billWords.noValue : say(payableOn(today, bill))}
      </b>
    );
  return <span>{paymentOf(bill) === 'paid' ? billWords.paid : billWords.noValue}</span>;
}

function DueDay({ bill, today }: { bill: ListedBill; today: InTimeFrom }) {
  if (!isOverdue(bill, today)) return <span>{dayOr(bill.dueDate)}</span>;
  return (
    <span data-late title={billWords.overdue}>
      {dayOr(bill.dueDate)}
      <VisuallyHidden> {billWords.overdue}</VisuallyHidden>
    </span>
  );
}

/** Shows the first number of the bill. The tooltip shows all numbers as they were typed. */
function Contact({ number }: { number: string }) {
  const sayNumber = useSayNumber();
  const [first] = numbersIn(number);
  if (first === undefined) return <span className={classes.lacking}>{billWords.noNumber}</span>;
  return (
    <span className={classes.cut} title={number}>
      {sayNumber(first)}
    </span>
  );
}

function NameCell(props: Pick<Props, 'bill' | 'isByClick' | keyof BillMoves>) {
  return (
    <span className={classes.who}>
      <BillName {...props} />
      <Siblings count={props.bill.siblings} />
    </span>
  );
}

/** Returns a function for each column that renders its cell. */
function useCells(props: Props): Record<SortColumn, () => ReactNode> {
  const { bill, today } = props;
  const { say } = useMoney();
  return {
    regNum: () => <span className={classes.cut}>{bill.regNum ?? billWords.noValue}</span>,
    name: () => <NameCell {...props} />,
    class: () => <NameText text={nameOfClass(bill)} />,
    father: () => <NameText text={bill.fatherName ?? ''} title={bill.fatherName ?? ''} />,
    number: () => <Contact number={bill.number} />,
    status: () => <StatusBadge status={bill.status} />,
    payable: () => <Payable bill={bill} today={today} />,
    total: () => (bill.total === null ? billWords.noValue : say(bill.total)),
    dueDate: () => <DueDay bill={bill} today={today} />,
    expiryDate: () => dayOr(bill.expiryDate),
    message: () => <MessageTick bill={bill} />,
  };
}

/** The cells of one bill. */
export const BillRow = memo(function BillRow(props: Props) {
  const { bill, today, columns, isCompact, isChosen, onChoose } = props;
  const cells = useCells(props);
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: positioned rows cannot be in a table element
    <>
      <div role="cell" className={classes.box}>
        <ChooseBox {...{ bill, isChosen, onChoose }} />
      </div>
      {isCompact ? (
        <>
          <div role="cell" className={classes.cell} data-column="name">
            {cells.name()}
            <small>{[bill.regNum ?? billWords.noReg, nameOfClass(bill)].filter(Boolean).join(' · ')}</small>
          </div>
          <div role="cell" className={classes.cell} data-column="payable">
            <Payable bill={bill} today={today} />
            <MessageTick bill={bill} />
          </div>
        </>
      ) : (
        columns.map((column) => (
          <div key={column} role="cell" className={classes.cell} data-column={column}>
            {cells[column]()}
          </div>
        ))
      )}
    </>
    // biome-ignore-end lint/a11y/useSemanticElements: end of the exception above
  );
});
