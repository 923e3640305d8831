import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { sendFile } from './send.ts';

/**
 * Uploads a file. Then it calls `onDone` with the url, or `onError` with the error. `isLoading`: an upload is
 * running. `cID`: the campus, by default that of the session.
 */
export function useUpload(onDone: (url: string) => void, onError: (error: unknown) => void, cID?: number) {
  const [isLoading, setLoading] = useState(false);
  const upload = async (file: File): Promise<void> => {
    setLoading(true);
    try {
      // The size is checked before the upload. For a large file the server closes the connection before the browser has
      // received the reason.
      if (file.size > largestVideo) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
      onDone(await sendFile(file, cID));
    } catch (error) {
      onError(error);
    }
    setLoading(false);
  };
  return { isLoading, upload };
}
