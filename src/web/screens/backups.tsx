import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { backupWords } from '#shared/words/installation.ts';
import { commonWords } from '#shared/words/screen.ts';
import { backupsQuery } from '../features/backups/api.ts';
import { BackupList } from '../features/backups/backup-list.tsx';
import { LastBackup } from '../features/backups/last-backup.tsx';
import { SecondFolder } from '../features/backups/second-folder.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { useRights } from '../lib/session.ts';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './settings.module.css';
import { SettingsParts } from './settings-parts.tsx';

function Parts() {
  const query = useQuery(backupsQuery);
  return (
    <Loaded query={query} waiting={<Skeleton height={240} radius="lg" />}>
      {(backups) => (
        <>
          <LastBackup backups={backups} />
          <SecondFolder backups={backups} />
          <BackupList backups={backups} />
        </>
      )}
    </Loaded>
  );
}

/** Shows the last backup, the backup folders, and how to restore a backup. */
export function Backups() {
  const rights = useRights();
  const { admin } = rights;
  usePageTitle(`${backupWords.title} · ${commonWords.product}`);
  return (
    <main className={classes.page}>
      <header>
        <h1>{backupWords.title}</h1>
        <p>{admin ? backupWords.intro : backupWords.readOnly}</p>
      </header>
      <SettingsParts open="backups" rights={rights} />
      {admin && <Parts />}
    </main>
  );
}
