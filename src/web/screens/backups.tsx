import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { backupsQuery } from '../features/backups/api.ts';
import { BackupList } from '../features/backups/backup-list.tsx';
import { LastBackup } from '../features/backups/last-backup.tsx';
import { SecondFolder } from '../features/backups/second-folder.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { SettingsPage } from './settings-page.tsx';

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
  return (
    <SettingsPage topic="backups">
      <Parts />
    </SettingsPage>
  );
}
