import { Fragment } from 'react';
import type { Receipt } from '#shared/calls/payments.ts';
import { formatAmount } from '#shared/money/money.ts';
import { formatDay, formatInstant } from '#shared/time/dates.ts';
import { receiptWords, wayWords } from '#shared/words/counter.ts';
import { useSession } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './receipt-paper.module.css';
import { monthOf } from './rules.ts';

/** The cash that the family gave, and the change. They are not stored, so only the counter knows them. */
export type Handed = { given: number; change: number };

type Line = Receipt['lines'][number];

type Child = Pick<Line, 'name' | 'regNum'>;

function ChildName({ name, regNum }: Child) {
  return (
    <p>
      <NameText text={name} className={classes.name} />
      <span>{regNum && receiptWords.reg(regNum)}</span>
    </p>
  );
}

/** Lists the paid bills, grouped by child. */
function Children({ lines }: { lines: readonly Line[] }) {
  const children = Map.groupBy(lines, ({ name, regNum }) => `${regNum ?? ''} ${name}`);
  return [...children].map(([key, [first, ...more]]) =>
    first ? (
      <Fragment key={key}>
        <ChildName {...first} />
        {[first, ...more].map((line) => (
          <p key={line.billID} className={classes.line}>
            <span>
              {[
                monthOf(line) || line.billing || receiptWords.noBill,
                line.balance > 0 && receiptWords.part,
                line.invNo,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
            <span>{formatAmount(line.amount)}</span>
          </p>
        ))}
      </Fragment>
    ) : null,
  );
}

type Props = { receipt: Receipt; handed?: Handed | undefined; isDuplicate?: boolean };

/** Draws a receipt, for the screen and for printing. */
export function ReceiptPaper({ receipt, handed, isDuplicate = false }: Props) {
  const { payment, lines, advance, left } = receipt;
  const { campuses, cId, timeZone } = useSession();
  const { say } = useMoney();
  const when = formatInstant(payment.createdAt, timeZone);
  const isOfOtherDay = !when.startsWith(formatDay(payment.receivedOn));
  return (
    <div className={classes.receipt} data-void={payment.voidedAt !== null || undefined}>
      <h3>
        <NameText text={campuses.find(({ id }) => id === cId)?.name ?? ''} className={classes.name} />
      </h3>
      <p className={classes.head}>{receiptWords.head(payment.receiptNo, when)}</p>
      {isDuplicate && <p className={classes.duplicate}>{receiptWords.duplicate}</p>}
      {isOfOtherDay && (
        <p className={classes.head}>{receiptWords.receivedOn(formatDay(payment.receivedOn))}</p>
      )}
      <hr />
      {payment.payer && (
        <p>
          <NameText text={payment.payer} className={classes.name} />
        </p>
      )}
      <Children lines={lines} />
      {advance && (
        <>
          <ChildName name={advance.name} regNum={advance.regNum} />
          <p className={classes.line}>
            <span>{receiptWords.advance}</span>
            <span>{formatAmount(advance.amount)}</span>
          </p>
        </>
      )}
      <hr />
      <p className={classes.sum}>
        <span>{receiptWords.paidBy(wayWords[payment.method])}</span>
        <b>{say(payment.amount)}</b>
      </p>
      {payment.reference && (
        <p>
          <span>{receiptWords.reference}</span>
          <bdi>{payment.reference}</bdi>
        </p>
      )}
      {handed && (
        <p>
          <span>{receiptWords.given(formatAmount(handed.given))}</span>
          <span>{receiptWords.change(formatAmount(handed.change))}</span>
        </p>
      )}
      {payment.credit > 0 && !advance && (
        <p>
          <span>{receiptWords.credit}</span>
          <span>{say(payment.credit)}</span>
        </p>
      )}
      {payment.returns.map(({ kind, amount, returnedOn, reason }) => (
        <p key={`${returnedOn} ${amount} ${reason}`} className={classes.wrong}>
          {receiptWords.returned(kind, say(amount), formatDay(returnedOn))}
        </p>
      ))}
      {payment.voidedAt !== null && (
        <p className={classes.wrong}>
          <span dir="auto">{receiptWords.isVoid(payment.voidReason ?? '')}</span>
        </p>
      )}
      <p>
        <span>{receiptWords.left}</span>
        <span>{say(left)}</span>
      </p>
      {payment.by && <p className={classes.head}>{receiptWords.by(payment.by)}</p>}
    </div>
  );
}
