import type { ReactNode } from 'react';
import { commonWords } from '#shared/words/screen.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';

/** Replaces a page that crashed with an error and a button to try again. What is around the page keeps working. */
export function CrashGuard({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={(_, retry) => (
        <ErrorAlert
          isInset
          message={commonWords.crashed}
          tryAgain={commonWords.tryAgain}
          onTryAgain={retry}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
