import { useState } from 'react';
import { isVideo } from '#shared/messages/media.ts';
import { failureWords } from '#shared/words/failures.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { inForm } from './use-action.ts';
import { useUpload } from './use-upload.ts';

/**
 * Uploads one picture and passes its url to `onUrl`. `error`: why the last picture was refused. `cID`: the campus, by
 * default that of the session.
 */
export function usePicture(onUrl: (url: string) => void, cID?: number) {
  const [error, setError] = useState<string | null>(null);
  const { isLoading, upload, problem } = useUpload(
    (url) => (isVideo(url) ? setError(failureWords.notAPicture) : onUrl(url)),
    { cID, showError: inForm },
  );
  const uploadPicture = (file: File): void => {
    // An empty file is not a picture. The message is fixed by the specification.
    setError(file.size === 0 ? fieldMessages.avatar : null);
    if (file.size > 0) upload(file);
  };
  return { isLoading, error: error ?? problem ?? null, upload: uploadPicture };
}
