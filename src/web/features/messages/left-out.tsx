import { sendWords } from '#shared/words/sending.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import type { Plan } from './api.ts';
import classes from './left-out.module.css';

// At most this many people are listed, because nobody would read more. The reasons above the list count all of them.
const mostListed = 100;

type Props = Pick<Plan, 'leftOut' | 'skipped'> & { reasons: readonly { reason: string; count: number }[] };

/** Counts the people who are left out by reason. The user can open a list of the first of them by name. */
export function LeftOut({ leftOut, reasons, skipped }: Props) {
  const sayNumber = useSayNumber();
  if (leftOut === 0) return null;
  const listed = skipped.slice(0, mostListed);
  return (
    <div className={classes.box} data-testid="left-out">
      <b>{sendWords.leftOut(leftOut)}</b>
      <ul className={classes.reasons}>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <b>{count.toLocaleString('en-US')}</b> <span>{reason}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary>{sendWords.showWho}</summary>
        <ul className={classes.names}>
          {listed.map(({ name, number, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same number may be left out more than once
            <li key={index}>
              <NameText text={name || sendWords.nameless} />
              <small>
                {number ? `${sayNumber(number)} · ` : ''}
                {reason}
              </small>
            </li>
          ))}
          {leftOut > listed.length && <li>{sendWords.andMore(leftOut - listed.length)}</li>}
        </ul>
      </details>
    </div>
  );
}
