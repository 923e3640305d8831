import { useState } from 'react';
import { isVideo } from '#shared/media.ts';
import { failureWords, sentenceOf } from '#shared/words/failures.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { useUpload } from './use-upload.ts';

/**
 * One picture on its way up: `onUrl` is told where it is. `trouble` is why the last one was not taken. `cID`: of which
 * campus it is, unless of the session's.
 */
export function usePicture(onUrl: (url: string) => void, cID?: number) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const { isLoading, upload } = useUpload(
    (url) => (isVideo(url) ? setTrouble(failureWords.notAPicture) : onUrl(url)),
    (error) => setTrouble(sentenceOf(error)),
    cID,
  );
  const uploadPicture = (file: File): void => {
    // A file without a byte is no picture to have: in the words that the spec has for it.
    setTrouble(file.size === 0 ? fieldMessages.avatar : null);
    if (file.size > 0) void upload(file);
  };
  return { isLoading, trouble, upload: uploadPicture };
}
