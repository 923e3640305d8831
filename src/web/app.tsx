/** The program for a signed-in person. `main.ts` loads it after the sign-in form. */
import './lib/mantine.css';
import '@fontsource/noto-nastaliq-urdu/arabic-400.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import type { Session } from '#shared/calls/account.ts';
import { beginSession } from './features/session/api.ts';
import { safeReturn } from './features/session/rules.ts';
import { dropBuiltFiles } from './lib/built-files.ts';
import { reloadWhenOutdated } from './lib/new-version.ts';
import { queryClient } from './lib/query-client.ts';
import { startStoringSeenData } from './lib/remember.ts';
import { theme, tokensAsMantineVariables } from './lib/theme.ts';
import { router } from './screens/routes.ts';

export { preloadParts } from './lib/lazy.ts';

const App = () => (
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={tokensAsMantineVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);

/** Renders the program. The splash screen stays visible until the first screen is ready. */
export async function startApp(root: HTMLElement): Promise<void> {
  reloadWhenOutdated(dropBuiltFiles);
  startStoringSeenData();
  await router.load();
  // A transition, so that rendering does not block input on a slow phone.
  startTransition(() => createRoot(root).render(<App />));
}

/** Starts the session of a person who has just signed in, and opens the address `to`. */
export async function enterApp(root: HTMLElement, session: Session, to: string | undefined): Promise<void> {
  await beginSession(session);
  router.history.push(safeReturn(to));
  await startApp(root);
}
