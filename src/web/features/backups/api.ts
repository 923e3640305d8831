import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

/** Polling intervals in milliseconds. The list is polled more often while a backup is running. */
const runningInterval = 1000;
const idleInterval = 60_000;
const ageInterval = 30 * 60_000;

export const backupsQuery = queryOptions({
  queryKey: [...keys.backups, 'list'],
  queryFn: ({ signal }) => send('GET /Backups', {}, signal),
  refetchInterval: ({ state }) => (state.data?.isAtWork ? runningInterval : idleInterval),
});

export const backupAgeQuery = queryOptions({
  queryKey: [...keys.backups, 'age'],
  queryFn: ({ signal }) => send('GET /Backups/Age', {}, signal),
  // No live event reports that a backup was not made, so the age is polled.
  refetchInterval: ageInterval,
  staleTime: ageInterval,
});

export const beginBackup = () => sendWrite('POST /Backups/Make');

/** The server tests the folder before it saves the setting. An empty text removes the second folder. */
export const setSecondFolder = (folder: string) => sendWrite('PUT /Backups/Folder', { body: { folder } });
