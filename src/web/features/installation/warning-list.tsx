import { useQuery } from '@tanstack/react-query';
import { installationWords, sayInstallationWarning } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
import { Part } from '../../ui/part.tsx';
import { warningsQuery } from './api.ts';
import classes from './installation.module.css';

/** Lists the warnings about the installation. Shows nothing if there are no warnings. */
export function WarningList() {
  const { timeZone } = useSession();
  const { data } = useQuery(warningsQuery);
  if (!data || data.list.length === 0) return null;
  return (
    <Part label={installationWords.warnings} title={installationWords.warnings}>
      {data.list.map((warning) => (
        <p key={warning.code} className={classes.warning}>
          {sayInstallationWarning(warning, timeZone)}
        </p>
      ))}
    </Part>
  );
}
