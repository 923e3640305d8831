import type { GroupSummary } from '#shared/calls/groups.ts';
import { formatShort } from '#shared/money.ts';
import { groupWords } from '#shared/words/screen.ts';
import { useMoney } from '../../lib/use-money.ts';
import classes from './group-figures.module.css';
import { collectedPercent } from './rules.ts';

const { figures, collected, without } = groupWords;
const count = (value: number): string => value.toLocaleString('en-US');

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The billing in five figures. */
export function GroupFigures({ group }: { group: GroupSummary }) {
  const percent = collectedPercent(group);
  const { short } = useMoney();
  return (
    <dl className={classes.figures}>
      <Figure label={figures.bills} value={count(group.bills)} />
      <Figure label={figures.billed} value={short(group.total)} />
      <Figure label={figures.unpaid} value={count(group.unpaid)} />
      <Figure label={figures.overdue} value={count(group.overdue)} />
      <div className={classes.collected}>
        <dt>
          {collected(short(group.collected), formatShort(group.expected))}
          {group.other > 0 && <small> {without(group.other)}</small>}
        </dt>
        <dd className={classes.progress}>
          <span className={classes.bar} role="img" aria-label={`${percent}%`}>
            <span style={{ width: `${percent}%` }} />
          </span>
          <span aria-hidden>{percent}%</span>
        </dd>
      </div>
    </dl>
  );
}
