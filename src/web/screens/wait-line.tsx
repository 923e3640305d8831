import { formatInstant } from '#shared/time/dates.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { useConnectionLost } from '../lib/live.ts';
import { rememberedSince } from '../lib/remember.ts';
import { isProven, useSession } from '../lib/session.ts';
import { useWait } from '../lib/waiting.ts';
import classes from './wait-line.module.css';

/** Shows a moving line during a long wait, and a text during a very long wait or a lost connection. */
export function WaitLine() {
  const isLost = useConnectionLost();
  const session = useSession();
  const isOld = !isProven(session) && rememberedSince() !== '';
  const wait = useWait();
  return (
    <>
      {wait !== 'none' && <div className={classes.line} data-testid="wait-line" aria-hidden />}
      {/* The status elements are always rendered, because screen readers announce only changes inside them. */}
      <p className={classes.lost} role="status">
        {isLost &&
          (isOld
            ? connectionWords.seen(formatInstant(rememberedSince(), session.timeZone))
            : connectionWords.lost)}
      </p>
      <p className={classes.slow} role="status">
        {wait === 'slow' && !isLost && connectionWords.slow}
      </p>
    </>
  );
}
