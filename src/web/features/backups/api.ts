import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** Milliseconds. A running backup is polled often, otherwise rarely. */
const whileAtWork = 1000;
const usually = 60_000;
const ageEvery = 30 * 60_000;

export const backupsQuery = queryOptions({
  queryKey: [...keys.backups, 'list'],
  queryFn: ({ signal }) => send('GET /Backups', {}, signal),
  refetchInterval: ({ state }) => (state.data?.isAtWork ? whileAtWork : usually),
});

export const backupAgeQuery = queryOptions({
  queryKey: [...keys.backups, 'age'],
  queryFn: ({ signal }) => send('GET /Backups/Age', {}, signal),
  // No event reports that a backup was not made, so the age is polled.
  refetchInterval: ageEvery,
  staleTime: ageEvery,
});

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.backups });

export async function beginBackup(): Promise<void> {
  await send('POST /Backups/Make');
  await reload();
}

/** Tests the folder first. An empty text removes the second folder. */
export async function nameFolder(folder: string): Promise<AnswerOf<'PUT /Backups/Folder'>> {
  const named = await send('PUT /Backups/Folder', { body: { folder } });
  await reload();
  return named;
}
