import { sheetWords } from '#shared/words/sending.ts';
import type { Plan } from './api.ts';
import { LeftOut } from './left-out.tsx';
import classes from './send-panel.module.css';

/** What the people behind a message are. */
export type Source = keyof typeof sheetWords.from;

/** How many a message reaches, and who is left out and why. */
export function Reach({ plan, source }: { plan: Plan; source: Source }) {
  const { queued, families, bills } = plan;
  return (
    <div className={classes.reach} data-testid="reach">
      <p>
        {sheetWords.messages(queued)} {sheetWords.to(families)}, {sheetWords.from[source](bills)}.
      </p>
      <LeftOut {...plan} />
    </div>
  );
}
