import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { sendFile } from './send.ts';

/**
 * Uploads a file and passes on its url, or the reason for a refusal. `isLoading` during the upload. `cID`: the campus,
 * by default the session's.
 */
export function useUpload(onDone: (url: string) => void, onTrouble: (error: unknown) => void, cID?: number) {
  const [isLoading, setLoading] = useState(false);
  const upload = async (file: File): Promise<void> => {
    setLoading(true);
    try {
      // Checked before the upload, because the server would close the connection before it gives the reason.
      if (file.size > largestVideo) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
      onDone(await sendFile(file, cID));
    } catch (error) {
      onTrouble(error);
    }
    setLoading(false);
  };
  return { isLoading, upload };
}
