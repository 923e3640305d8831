/** The sections of a bill's panel. Fields without a value are omitted. */

import { ActionIcon } from '@mantine/core';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { useQuery } from '@tanstack/react-query';
import type { Bill } from '#shared/calls/bills.ts';
import { isOpen, paymentOf } from '#shared/money/bill-status.ts';
import { arrearsOf, plainFeeHead } from '#shared/money/fee-head-class.ts';
import { cameIn, payableOn } from '#shared/money/payable.ts';
import { formatDay, monthName } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { dueDayNow } from '../../lib/due-day.ts';
import { feeHeadsQuery } from '../../lib/fee-heads-query.ts';
import { useSession } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Face } from '../../ui/face.tsx';
import { NameText } from '../../ui/name-text.tsx';
import classes from './opened-bill.module.css';
import { headsOf, isOverdue, numbersIn, whyPayable } from './rules.ts';
import { StatusBadge } from './status-badge.tsx';

type Props = { bill: Bill };

/** What the total asks of older bills, by the kinds of its heads. */
function useArrears(bill: Bill): number {
  const { data } = useQuery({ ...feeHeadsQuery, enabled: headsOf(bill).heads.length > 0 });
  return data ? arrearsOf(bill, new Map(data.map(({ name, class: of }) => [plainFeeHead(name), of]))) : 0;
}

/** The amount payable today comes first, and for a paid bill the amount received. The total is below. */
function MainAmount({ bill }: Props) {
  const { say } = useMoney();
  const today = dueDayNow(useSession());
  const isPaid = paymentOf(bill) === 'paid';
  const isLeading = bill.total !== null && (isPaid || isOpen(bill));
  const amount = !isLeading ? bill.total : isPaid ? cameIn(bill) : payableOn(today, bill);
  const arrears = useArrears(bill);
  const why = isLeading && !isPaid ? whyPayable(bill, { today, say, arrears }) : undefined;
  return (
    <div className={classes.asked}>
      {isLeading && <small>{isPaid ? billWords.paid : billWords.payableToday}</small>}
      <strong className={classes.total}>{amount === null ? billWords.noValue : say(amount)}</strong>
      {why && <small>{why}</small>}
    </div>
  );
}

export function BillTop({ bill }: Props) {
  const name = bill.name || billWords.noName;
  return (
    <div className={classes.top}>
      <Face name={bill.name} url={bill.avatar} size={56} />
      <div className={classes.who}>
        <h3>
          <NameText text={name} title={name} />
        </h3>
        <p>
          <span>{bill.regNum ? billWords.reg(bill.regNum) : billWords.noReg}</span>
          <StatusBadge status={bill.status} />
        </p>
      </div>
      <MainAmount bill={bill} />
    </div>
  );
}

const formatOrEmpty = <T,>(value: T | null, format: (value: T) => string): string =>
  value === null ? '' : format(value);

/** The month of the voucher, such as `Nov 2026`. An unknown month or year is omitted. */
const periodOf = ({ month, year }: Bill): string =>
  [formatOrEmpty(month, monthName), formatOrEmpty(year, String)].filter(Boolean).join(' ');

export function BillFields({ bill }: Props) {
  const session = useSession();
  const { say } = useMoney();
  const isLate = isOverdue(bill, dueDayNow(session));
  const dueDay = formatOrEmpty(bill.dueDate, formatDay);
  const fields: [string, string][] = [
    [billWords.due, isLate ? `${dueDay} · ${billWords.overdue}` : dueDay],
    [billWords.total, formatOrEmpty(bill.total, say)],
    [billWords.expiry, formatOrEmpty(bill.expiryDate, formatDay)],
    [billWords.amountAfterDueDate, formatOrEmpty(bill.amountAfterDueDate, say)],
    [billWords.issueDate, formatOrEmpty(bill.issueDate, formatDay)],
    [billWords.period, periodOf(bill)],
    [billWords.invNo, bill.invNo ?? ''],
    [billWords.branch, bill.branch ?? ''],
    [billWords.email, bill.email ?? ''],
  ];
  const known = fields.filter(([, value]) => value !== '');
  if (known.length === 0) return null;
  return (
    <dl className={classes.fields} aria-label={billWords.fields}>
      {known.map(([label, value]) => (
        <div key={label} data-late={(isLate && label === billWords.due) || undefined}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists the fee heads of the bill, with a note if their amounts do not add up to the total. */
export function BillHeads({ bill }: Props) {
  const { heads, sum, isFull } = headsOf(bill);
  const { say } = useMoney();
  if (heads.length === 0) return null;
  return (
    <section className={classes.part}>
      <h4>{billWords.heads}</h4>
      <table className={classes.heads}>
        <tbody>
          {heads.map(({ name, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two heads may have the same name
            <tr key={index}>
              <th scope="row">
                <NameText text={name || billWords.noValue} title={name} />
              </th>
              <td>{amount === null ? billWords.noValue : say(amount)}</td>
            </tr>
          ))}
        </tbody>
        {sum !== undefined && (
          <tfoot>
            <tr>
              <th scope="row">{billWords.sum}</th>
              <td>{say(sum)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {sum !== undefined && bill.total !== null && sum !== bill.total && (
        <p className={classes.off}>
          {(isFull && sum < bill.total ? billWords.sumOfAll : billWords.sumOff)(say(sum), say(bill.total))}
        </p>
      )}
    </section>
  );
}

export function BillContacts({ bill, onChat }: Props & { onChat: (bill: Bill, number: string) => void }) {
  const sayNumber = useSayNumber();
  const numbers = numbersIn(bill.number);
  return (
    <section className={classes.part}>
      <h4>{billWords.contacts}</h4>
      {numbers.length === 0 && <p className={classes.none}>{billWords.noNumber}</p>}
      <ul className={classes.contacts}>
        {numbers.map((number) => (
          <li key={number}>
            <span title={number}>{sayNumber(number)}</span>
            <ActionIcon
              aria-label={billWords.chatWith(sayNumber(number))}
              title={billWords.chatWith(sayNumber(number))}
              onClick={() => onChat(bill, number)}
            >
              <IconMessageCircle size={18} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}
