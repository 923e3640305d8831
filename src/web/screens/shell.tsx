import { useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { commonWords, connectionWords } from '#shared/words/screen.ts';
import { useConnectionLost, useLive } from '../lib/live.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';

/** `/` goes to the search box that is in sight. */
function focusSearch(): void {
  const boxes = document.querySelectorAll<HTMLInputElement>('input[data-search-key]');
  [...boxes].find((box) => box.offsetParent !== null)?.focus();
}

/** What stands around every screen of those who are signed in. */
export function Shell() {
  useLive();
  const isLost = useConnectionLost();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useHotkeys([['/', focusSearch]]);
  return (
    <div className={classes.shell}>
      <Rail />
      <div className={classes.content}>
        {isLost && (
          <p className={classes.lost} role="status">
            {connectionWords.lost}
          </p>
        )}
        <ErrorBoundary
          key={pathname}
          fallback={(_, retry) => (
            <Trouble
              isInset
              message={commonWords.crashed}
              tryAgain={commonWords.tryAgain}
              onTryAgain={retry}
            />
          )}
        >
          <Outlet />
        </ErrorBoundary>
      </div>
      <ConfirmHost />
      <Notifications position="top-center" limit={6} autoClose={5000} />
    </div>
  );
}
