import { formatInstant } from '#shared/dates.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { useConnectionLost } from '../lib/live.ts';
import { whenSeen } from '../lib/remember.ts';
import { isProven, useSession } from '../lib/session.ts';
import { useWait } from '../lib/waiting.ts';
import classes from './wait-line.module.css';

/** Shows a line for a long wait, a text for a very long one, and a text for a lost connection. */
export function WaitLine() {
  const isLost = useConnectionLost();
  const session = useSession();
  const isOld = !isProven(session) && whenSeen() !== '';
  const wait = useWait();
  return (
    <>
      {wait !== 'none' && <div className={classes.line} data-testid="wait-line" aria-hidden />}
      {/* The status elements are rendered empty at first, because screen readers announce only changes. */}
      <p className={classes.lost} role="status">
        {isLost &&
          (isOld ? connectionWords.seen(formatInstant(whenSeen(), session.timeZone)) : connectionWords.lost)}
      </p>
      <p className={classes.slow} role="status">
        {wait === 'slow' && !isLost && connectionWords.slow}
      </p>
    </>
  );
}
