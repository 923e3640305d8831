import { notifications } from '@mantine/notifications';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { isValidElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { actionOptions, atFields } from './use-action.ts';

beforeEach(() => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  vi.spyOn(notifications, 'show').mockReturnValue('');
});
/** The texts of the toasts that were shown. */
const shownToasts = (): unknown[] =>
  vi
    .mocked(notifications.show)
    .mock.calls.map(([{ message }]) =>
      isValidElement<{ text: string }>(message) ? message.props.text : message,
    );

type Work = () => Promise<unknown>;
const startAction = (options: Parameters<typeof actionOptions>[0], work: Work) => {
  const observer = new MutationObserver<unknown, unknown, Work>(new QueryClient(), actionOptions(options));
  const done = observer.mutate(work).catch(() => undefined);
  return { done, state: () => observer.getCurrentResult() };
};

const stale = new Failure('conflict', failureWords.changedSince, [
  { path: 'name', message: failureWords.isNow('Girls Wing') },
]);
const refuse = (error: unknown) => (): Promise<never> => Promise.reject(error);

test('If the newer record cannot be loaded after a conflict, the action ends and the toast says why.', async () => {
  const why = 'Qasid cannot be reached.';
  const { done, state } = startAction({ onStale: refuse(new Failure('unavailable', why)) }, refuse(stale));
  await done;
  expect(state()).toMatchObject({ isPending: false, error: stale });
  expect(shownToasts()).toEqual([failureWords.newerNotLoaded(why)]);
});

test('After a conflict, the action is busy until the newer record has been loaded.', async () => {
  let load: (() => void) | undefined;
  const onStale = () =>
    new Promise<void>((resolve) => {
      load = resolve;
    });
  const { done, state } = startAction({ onStale }, refuse(stale));
  await vi.waitUntil(() => load);
  expect(state().isPending).toBe(true);
  load?.();
  await done;
  expect(state().isPending).toBe(false);
  expect(shownToasts()).toEqual([failureWords.changedSince]);
});

test('An error that names a field is shown at the field, and any other error in a toast.', async () => {
  const atField = new Failure('invalid', 'Not saved.', [{ path: 'body.name', message: 'Too long.' }]);
  await startAction({ showError: atFields }, refuse(atField)).done;
  expect(shownToasts()).toEqual([]);
  await startAction({ showError: atFields }, refuse(new Failure('forbidden', failureWords.forbidden))).done;
  expect(shownToasts()).toEqual([failureWords.forbidden]);
});

test('A form that shows its errors itself gets every error, and no toast is shown.', async () => {
  const showError = vi.fn<(error: unknown) => void>();
  const error = new Failure('tooMany', failureWords.tooMany);
  await startAction({ showError }, refuse(error)).done;
  expect(showError).toHaveBeenCalledExactlyOnceWith(error);
  expect(shownToasts()).toEqual([]);
});
