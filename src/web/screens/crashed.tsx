import { Failure } from '#shared/failures.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** Shown if a screen cannot be loaded or has thrown an error. The button reloads the page. */
export function Crashed({ error }: { error: unknown }) {
  const message = error instanceof Failure ? sentenceOf(error) : commonWords.crashed;
  return (
    <ErrorAlert
      isInset
      message={message}
      tryAgain={commonWords.tryAgain}
      onTryAgain={() => window.location.reload()}
    />
  );
}
