import type { Attempt } from '#shared/calls/attempts.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { attemptWords, outcomeWords, receiptWords } from '#shared/words/outbox.ts';
import classes from './attempts.module.css';
import { withoutState } from './message-state.tsx';

type Props = { attempts: readonly Attempt[]; timeZone: string };

function When({ at, timeZone }: { at: string; timeZone: string }) {
  return <time dateTime={at}>{formatInstant(at, timeZone)}</time>;
}

function Outcome({ outcome, reason, code }: Attempt) {
  const why = reason && withoutState('unknown', reason);
  return (
    <p className={classes.outcome} data-outcome={outcome}>
      <b>{outcome ? outcomeWords[outcome] : attemptWords.underWay}</b>
      {why && <span>{why}</span>}
      {code && <small>{attemptWords.code(code)}</small>}
    </p>
  );
}

/** Shows each attempt of a message: its time, its outcome and its receipts. */
export function Attempts({ attempts, timeZone }: Props) {
  return (
    <ol className={classes.attempts}>
      {attempts.map((attempt) => (
        <li key={attempt.attempt}>
          <div className={classes.line}>
            <span>{attemptWords.attempt(attempt.attempt)}</span>
            <When at={attempt.startedAt} timeZone={timeZone} />
          </div>
          <Outcome {...attempt} />
          {attempt.receipts.length > 0 && (
            <ul>
              {attempt.receipts.map(({ status, at, reason }) => (
                <li key={status} className={classes.line} data-status={status}>
                  <span>{reason ? `${receiptWords[status]}: ${reason}` : receiptWords[status]}</span>
                  <When at={at} timeZone={timeZone} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
