import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { sendFile } from './send.ts';

/**
 * Takes a file up and hands over its url, or why it could not be taken; `isLoading` while it is on its way. `cID`: to
 * which campus, unless to the session's.
 */
export function useUpload(onDone: (url: string) => void, onTrouble: (error: unknown) => void, cID?: number) {
  const [isLoading, setLoading] = useState(false);
  const upload = async (file: File): Promise<void> => {
    setLoading(true);
    try {
      // Said at once: the server would hang up before it has said why.
      if (file.size > largestVideo) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
      onDone(await sendFile(file, cID));
    } catch (error) {
      onTrouble(error);
    }
    setLoading(false);
  };
  return { isLoading, upload };
}
