import { useState } from 'react';
import { largestVideo } from '#shared/limits.ts';
import { isVideo } from '#shared/media.ts';
import { failureWords, sentenceOf } from '#shared/words/failures.ts';
import { sendFile } from './send.ts';

/** One picture on its way up: `onUrl` is told where it is. `trouble` is why the last one was not taken. */
export function usePicture(onUrl: (url: string) => void) {
  const [isLoading, setLoading] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const upload = async (file: File): Promise<void> => {
    // The server would hang up before it has said why.
    if (file.size > largestVideo) return setTrouble(failureWords.fileTooLarge('16 MB'));
    setLoading(true);
    setTrouble(null);
    try {
      const url = await sendFile(file);
      if (isVideo(url)) setTrouble(failureWords.notAPicture);
      else onUrl(url);
    } catch (error) {
      setTrouble(sentenceOf(error));
    }
    setLoading(false);
  };
  return { isLoading, trouble, upload: (file: File): void => void upload(file) };
}
