import { sendWords } from '#shared/words/sending.ts';
import { NameText } from '../../ui/name-text.tsx';
import type { Plan } from './api.ts';
import { countReasons } from './rules.ts';
import classes from './send-panel.module.css';

// Beyond this the list helps nobody; the reasons above it are counted in full.
const mostListed = 100;

/** How many a message reaches, and who is left out and why. */
export function Reach({ plan }: { plan: Plan }) {
  const { skipped } = plan;
  return (
    <div className={classes.reach} data-testid="reach">
      <p>{sendWords.reaches(plan.queued, plan.bills)}</p>
      {skipped.length > 0 && (
        <details className={classes.left}>
          <summary>
            <b>{sendWords.leftOut(skipped.length)}</b>
            {': '}
            {countReasons(skipped)
              .map(([reason, count]) => `${count.toLocaleString('en-US')} ${reason}`)
              .join(', ')}
          </summary>
          <ul>
            {skipped.slice(0, mostListed).map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same number may be left out more than once
              <li key={index}>
                <NameText text={one.name || one.number || sendWords.group} />
                <small>
                  {one.name && one.number ? `${one.number} · ` : ''}
                  {one.reason}
                </small>
              </li>
            ))}
            {skipped.length > mostListed && <li>{sendWords.andMore(skipped.length - mostListed)}</li>}
          </ul>
        </details>
      )}
    </div>
  );
}
