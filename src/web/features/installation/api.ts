import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { InstallationAnswer } from '#shared/calls/installation.ts';
import { installationQuery } from '../../lib/installation.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

/** Milliseconds: that a disk fills up, or a clock stands still, is no event. */
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

/** Milliseconds between two looks whether it is up again, and how often it is looked. */
const lookEvery = 1000;
const mostLooks = 60;

const isUp = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, lookEvery));

/** Answers when it is up again at this address; false where it is not, as it now listens on another port. */
export async function startAgain(): Promise<boolean> {
  await send('POST /Installation/Restart');
  // It ends first.
  for (let look = 0; look < mostLooks; look += 1) {
    await wait();
    if (look > 1 && (await isUp())) {
      await queryClient.invalidateQueries({ queryKey: keys.installation });
      return true;
    }
  }
  return false;
}
