import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayInstallationWarning, warningStripWords } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
import { warningsQuery } from './api.ts';
import classes from './installation.module.css';

/** Warns on every page that the data is in danger. `link` leads to the page that explains the warnings. */
export function WarningStrip({ link }: { link: ReactNode }) {
  const { timeZone } = useSession();
  const { data } = useQuery(warningsQuery);
  const list = data?.list ?? [];
  return (
    // The status element is rendered empty at first, because screen readers announce only changes.
    <div className={classes.strip} role="status" data-testid="warning-strip">
      {list.map((warning) => (
        <span key={warning.code}>{sayInstallationWarning(warning, timeZone)}</span>
      ))}
      {list.length > 0 && (link || warningStripWords.ask)}
    </div>
  );
}
