import { sayStatus } from '#shared/words/bills.ts';
import { isUnpaid } from './rules.ts';
import classes from './status-badge.module.css';

/** Shows the status as a word. The badge is red and square if the bill is unpaid, otherwise green and round. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-unpaid={isUnpaid({ status }) || undefined}>
      {sayStatus(status)}
    </span>
  );
}
