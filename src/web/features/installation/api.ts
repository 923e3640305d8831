import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter, sendWrite } from '../../lib/send-write.ts';

/** Milliseconds. No live event reports a full disk or a wrong clock, so warnings are polled. */
const warningsInterval = 10 * 60_000;

export const warningsQuery = queryOptions({
  queryKey: [...keys.installation, 'warnings'],
  queryFn: ({ signal }) => send('GET /Installation/Warnings', {}, signal),
  refetchInterval: warningsInterval,
  staleTime: warningsInterval,
});

export const changeInstallation = (body: InputOf<'PUT /Installation'>['body']) =>
  sendWrite('PUT /Installation', { body });

/** After a restart, the page checks this often (in milliseconds), and this many times, whether the server is up. */
const checkInterval = 1000;
const maxChecks = 60;

const isServerUp = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, checkInterval));

/** Restarts the server. Returns false if it does not answer at this address, for example because its port changed. */
export async function restartServer(): Promise<boolean> {
  await send('POST /Installation/Restart');
  // The first two checks are skipped, because the old server may still answer.
  for (let check = 0; check < maxChecks; check += 1) {
    await wait();
    if (check > 1 && (await isServerUp())) {
      await reloadAfter('POST /Installation/Restart');
      return true;
    }
  }
  return false;
}
