import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useRef } from 'react';
import { Failure } from '#shared/failures.ts';
import { failureWords, isStale, sentenceOf } from '#shared/words/failures.ts';
import { messageByField } from './message-by-field.ts';
import { toastFailure } from './toast-failure.ts';

type Work = () => Promise<unknown>;

type Options = {
  /**
   * Loads the record again after somebody else has changed it, and merges it with what the person has typed. The next
   * save is then based on the newer record.
   */
  onStale?: (() => Promise<unknown>) | undefined;
  /** Shows an error that is no conflict, by default in a toast. */
  showError?: ((error: unknown) => void) | undefined;
};

/** For `showError`: the form itself shows `problem`, which is the sentence of the error. */
export const inForm = (): void => {};

/** For `showError`: the form shows `issues` beside its fields, so only an error that names no field needs a toast. */
export function atFields(error: unknown): void {
  if (Object.keys(messageByField(error)).length === 0) toastFailure(error);
}

/** Loads the newer record. If this fails, the error to show says so, and the form stays as the person typed it. */
async function loadNewer(error: unknown, load: () => Promise<unknown>): Promise<unknown> {
  try {
    await load();
    return error;
  } catch (reason) {
    return new Failure('conflict', failureWords.newerNotLoaded(sentenceOf(reason)));
  }
}

/** The mutation of `useAction`. If the newer record cannot be loaded, the mutation ends nevertheless. */
export const actionOptions = ({ onStale, showError = toastFailure }: Options) =>
  ({
    mutationFn: (work: Work) => work(),
    onError: async (error) => {
      if (!isStale(error)) return showError(error);
      // The fields only say what somebody else has stored. The toast says that nothing was saved.
      toastFailure(onStale ? await loadNewer(error, onStale) : error);
    },
    // Milliseconds. The work holds what a person has typed, such as a password, so it is dropped with the form.
    gcTime: 1000,
  }) satisfies MutationOptions<unknown, unknown, Work>;

/**
 * Runs what a person has started with a button or a form: usually a write with `sendWrite`. One work runs at a time, and
 * `isBusy` lasts until its last await has ended. A question of the server is asked with `withAnswer` inside the work. A
 * success is shown with `toastDone`, and its undo with `undoBy`.
 */
export function useAction(options: Options = {}) {
  const isRunning = useRef(false);
  const { mutateAsync, isPending, isSuccess, error, reset } = useMutation<unknown, unknown, Work>(
    actionOptions(options),
  );
  /** Never rejects. Returns whether the work succeeded. It is false for a second press while the work is running. */
  const run = useCallback(
    async (work: Work): Promise<boolean> => {
      // `isPending` is set only with the next render, which may be later than a second press of Enter.
      if (isRunning.current) return false;
      isRunning.current = true;
      try {
        await mutateAsync(work);
        return true;
      } catch {
        return false;
      } finally {
        isRunning.current = false;
      }
    },
    [mutateAsync],
  );
  /** For a form: passes its data to the work. */
  const runForm =
    (work: (form: FormData, element: HTMLFormElement) => Promise<unknown>) =>
    (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      const element = event.currentTarget;
      void run(() => work(new FormData(element), element));
    };
  const clearError = (): void => {
    if (!isRunning.current) reset();
  };
  return {
    isBusy: isPending,
    /** Whether the last work has succeeded. A form that leaves the page stays busy until the next page is shown. */
    isDone: isSuccess,
    /** The sentence of the last error. */
    problem: error === null ? undefined : sentenceOf(error),
    /** The message of each field that the last error names. */
    issues: messageByField(error),
    ...{ run, runForm, clearError },
  };
}

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '');
