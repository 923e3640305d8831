import { Failure } from '#shared/failures.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Trouble } from '../ui/trouble.tsx';

/** Reports an unreachable server. After an error in the page itself it offers to reload. */
export function Crashed({ error }: { error: unknown }) {
  const message = error instanceof Failure ? sentenceOf(error) : commonWords.crashed;
  return (
    <Trouble
      isInset
      message={message}
      tryAgain={commonWords.tryAgain}
      onTryAgain={() => window.location.reload()}
    />
  );
}
