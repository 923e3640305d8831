import { useState } from 'react';
import { isVideo } from '#shared/media.ts';
import { failureWords, sentenceOf } from '#shared/words/failures.ts';
import { useUpload } from './use-upload.ts';

/** One picture on its way up: `onUrl` is told where it is. `trouble` is why the last one was not taken. */
export function usePicture(onUrl: (url: string) => void) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const { isLoading, upload } = useUpload(
    (url) => (isVideo(url) ? setTrouble(failureWords.notAPicture) : onUrl(url)),
    (error) => setTrouble(sentenceOf(error)),
  );
  const take = (file: File): void => {
    setTrouble(null);
    void upload(file);
  };
  return { isLoading, trouble, upload: take };
}
