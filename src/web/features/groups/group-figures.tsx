import type { ReactNode } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { BillFilter } from '#shared/money/bill-status.ts';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { useMoney } from '../../lib/use-money.ts';
import classes from './group-figures.module.css';
import { collectedPercent } from './rules.ts';

const { figures } = groupWords;
const count = (value: number): string => value.toLocaleString('en-US');

type Props = {
  group: GroupSummary;
  /** The amount payable today. Undefined until it is loaded. */
  payable: number | undefined;
  /** Filters the bills by the status that a figure counts. */
  onFilter: (status: BillFilter) => void;
};

function Progress({ group }: { group: GroupSummary }) {
  const percent = collectedPercent(group);
  const { say } = useMoney();
  const label = groupWords.paidAndOpen(say(group.collected), say(group.outstanding));
  return (
    <li className={classes.progress} title={label}>
      <span className={classes.bar} role="img" aria-label={label}>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.share}>{groupWords.paidShare(percent)}</span>
    </li>
  );
}

/** Summarises the billing on one line: the number of bills, the total, the payable amount and the progress. */
export function GroupFigures({ group, payable, onFilter }: Props) {
  const { say, short } = useMoney();
  const filter = (status: BillFilter, content: ReactNode) => (
    <button type="button" onClick={() => onFilter(status)}>
      {content}
    </button>
  );
  return (
    <ul className={classes.figures} aria-label={figures.title}>
      <li>
        {filter(
          'all',
          <>
            <b>{count(group.bills)}</b> {figures.bills(group.bills)}
          </>,
        )}
      </li>
      <li className={classes.wide} title={groupWords.totalHint(say(group.total))}>
        <b>{short(group.total)}</b> {figures.total}
      </li>
      <li>
        {filter(
          'unpaid',
          <>
            <b className={group.unpaid > 0 ? classes.open : undefined}>{count(group.unpaid)}</b>{' '}
            {figures.unpaid}
          </>,
        )}
      </li>
      <li className={classes.wide}>
        {figures.payable} <b>{payable === undefined ? billWords.noValue : short(payable)}</b>
      </li>
      <li className={classes.widest} title={groupWords.paidHint(say(group.collected))}>
        {figures.paid} <b>{short(group.collected)}</b>
      </li>
      <Progress group={group} />
    </ul>
  );
}
