import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { sendFile } from './send.ts';
import { useAction } from './use-action.ts';

type Options = {
  /** The campus, by default that of the session. */
  cID?: number | undefined;
  showError?: ((error: unknown) => void) | undefined;
};

/** Uploads one file at a time, and calls `onDone` with the url. `problem`: why the last file was refused. */
export function useUpload(onDone: (url: string) => void, { cID, showError }: Options = {}) {
  const { isBusy: isLoading, problem, run, clearError } = useAction({ showError });
  const upload = (file: File): void =>
    void run(async () => {
      // The size is checked before the upload. For a large file the server closes the connection before the browser has
      // received the reason.
      if (file.size > largestVideo) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
      onDone(await sendFile(file, cID));
    });
  return { isLoading, upload, problem, clearError };
}
