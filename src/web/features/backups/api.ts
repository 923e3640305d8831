import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

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

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.backups });

export async function beginBackup(): Promise<void> {
  await send('POST /Backups/Make');
  await reload();
}

/** The server tests the folder before it saves the setting. An empty text removes the second folder. */
export async function setSecondFolder(folder: string): Promise<AnswerOf<'PUT /Backups/Folder'>> {
  const answer = await send('PUT /Backups/Folder', { body: { folder } });
  await reload();
  return answer;
}
