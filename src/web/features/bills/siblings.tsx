import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { billWords } from '#shared/words/bills.ts';
import classes from './siblings.module.css';

/** Shows how many other children in the billing have the same phone number. Shows nothing if the number is 0. */
export function Siblings({ count }: { count: number }) {
  if (count === 0) return null;
  const label = billWords.siblings(count);
  return (
    <span className={classes.siblings} role="img" aria-label={label} title={label}>
      <IconUsers size={14} stroke={1.7} aria-hidden />
      {billWords.moreSiblings(count)}
    </span>
  );
}
