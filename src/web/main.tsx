import './lib/mantine.css';
import '@fontsource-variable/inter/wght.css';
import '@fontsource/noto-nastaliq-urdu/arabic-400.css';
import './lib/theme.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadWhenOutdated } from './lib/new-version.ts';
import { queryClient } from './lib/query-client.ts';
import { theme, tokensAsMantineVariables } from './lib/theme.ts';
import { router } from './screens/routes.ts';

reloadWhenOutdated();

const App = () => (
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={tokensAsMantineVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);

/** What the page itself shows stays until there is a screen to put in its place. */
async function begin(root: HTMLElement): Promise<void> {
  await router.load();
  // As a transition, so that drawing it does not hold up the finger of whoever has a slow phone.
  startTransition(() => createRoot(root).render(<App />));
}

const root = document.getElementById('root');
if (root) void begin(root);
