import { isUnpaid } from './rules.ts';
import classes from './status-badge.module.css';

/** Red and square for unpaid, green and round otherwise, always with the word. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-unpaid={isUnpaid({ status }) || undefined}>
      {status}
    </span>
  );
}
