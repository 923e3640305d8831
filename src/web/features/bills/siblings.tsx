import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { billWords } from '#shared/words/bills.ts';
import classes from './siblings.module.css';

/** The number of other children in the billing with the same number; nothing if there are none. */
export function Siblings({ count }: { count: number }) {
  if (count === 0) return null;
  const said = billWords.siblings(count);
  return (
    <span className={classes.siblings} role="img" aria-label={said} title={said}>
      <IconUsers size={14} stroke={1.7} aria-hidden />
      {billWords.moreSiblings(count)}
    </span>
  );
}
