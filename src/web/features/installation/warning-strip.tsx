import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayInstallationWarning, warningStripWords } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
import { warningsQuery } from './api.ts';
import classes from './installation.module.css';

/** What may harm the data, on every page; nothing while all is well. `link`: where more is said of it. */
export function WarningStrip({ link }: { link: ReactNode }) {
  const { timeZone } = useSession();
  const { data } = useQuery(warningsQuery);
  const list = data?.list ?? [];
  return (
    // It is there before it says something, or nobody would hear it.
    <div className={classes.strip} role="status" data-testid="warning-strip">
      {list.map((warning) => (
        <span key={warning.code}>{sayInstallationWarning(warning, timeZone)}</span>
      ))}
      {list.length > 0 && (link || warningStripWords.ask)}
    </div>
  );
}
