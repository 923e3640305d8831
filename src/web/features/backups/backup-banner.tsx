import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { backupBannerWords } from '#shared/words/installation.ts';
import { useSession } from '../../lib/session.ts';
import { backupAgeQuery } from './api.ts';
import classes from './backups.module.css';

/** Warns that the last good backup is too old. `link` leads to the page where the user can act. */
export function BackupBanner({ link }: { link: ReactNode }) {
  const { timeZone } = useSession();
  const { data } = useQuery(backupAgeQuery);
  return (
    // The status element is rendered empty at first, because screen readers announce only changes.
    <p className={classes.banner} role="status" data-testid="backup-banner">
      {data?.isOld && (
        <>
          {backupBannerWords.tooOld(data.lastAt, timeZone)} {link || backupBannerWords.ask}
        </>
      )}
    </p>
  );
}
