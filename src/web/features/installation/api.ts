import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { InstallationAnswer } from '#shared/calls/installation.ts';
import { installationQuery } from '../../lib/installation.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** Milliseconds. No event reports a full disk or a wrong clock, so warnings are polled. */
const warningsEvery = 10 * 60_000;

export const warningsQuery = queryOptions({
  queryKey: [...keys.installation, 'warnings'],
  queryFn: ({ signal }) => send('GET /Installation/Warnings', {}, signal),
  refetchInterval: warningsEvery,
  staleTime: warningsEvery,
});

export async function changeInstallation(body: InputOf<'PUT /Installation'>['body']): Promise<void> {
  const answer = await send('PUT /Installation', { body });
  queryClient.setQueryData<InstallationAnswer>(installationQuery.queryKey, answer);
  await queryClient.invalidateQueries({ queryKey: warningsQuery.queryKey });
}

/** Milliseconds between checks whether the server is up again, and the highest number of checks. */
const lookEvery = 1000;
const mostLooks = 60;

const isUp = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookEvery));

/** Returns true when the server is up again at this address; false if not, because it now uses another port. */
export async function startAgain(): Promise<boolean> {
  await send('POST /Installation/Restart');
  // The server must end first.
  for (let look = 0; look < mostLooks; look += 1) {
    await wait();
    if (look > 1 && (await isUp())) {
      await queryClient.invalidateQueries({ queryKey: keys.installation });
      return true;
    }
  }
  return false;
}
