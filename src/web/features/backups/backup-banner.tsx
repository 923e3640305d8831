import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { backupBannerWords } from '#shared/words/backups.ts';
import { useSession } from '../../lib/session.ts';
import { backupAgeQuery } from './api.ts';
import classes from './backups.module.css';

/** That the last good backup is too old; nothing while it is not. `link`: where something can be done about it. */
export function BackupBanner({ link }: { link: ReactNode }) {
  const { timeZone } = useSession();
  const { data } = useQuery(backupAgeQuery);
  return (
    // It is there before it says something, or nobody would hear it.
    <p className={classes.banner} role="status" data-testid="backup-banner">
      {data?.isOld && (
        <>
          {backupBannerWords.tooOld(data.lastAt, timeZone)} {link || backupBannerWords.ask}
        </>
      )}
    </p>
  );
}
