import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { barOf } from './rules.ts';
import classes from './send-bar.module.css';

/** Shows the progress of a send as a bar. Screen readers ignore the bar, because the text beside it says the same. */
export function SendBar({ send, className }: { send: BroadcastProgress; className?: string | undefined }) {
  return (
    <span className={[classes.bar, className].filter(Boolean).join(' ')} aria-hidden>
      {barOf(send).map(({ part, percent }) => (
        <span key={part} data-part={part} style={{ width: `${percent}%` }} />
      ))}
    </span>
  );
}
