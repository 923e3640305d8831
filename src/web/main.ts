/** The entry point: a signed-out visitor gets only the sign-in form, everyone else the program (decision 0073). */
import '@fontsource-variable/inter/wght.css';
import './lib/theme.css';
import { Failure } from '#shared/failures.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { drawSignIn } from './features/session/sign-in-form.ts';
import { applyColourScheme } from './lib/colour-scheme.ts';
import { wasSignedIn } from './lib/last-user.ts';
import { forgetAll } from './lib/seen-store.ts';

const loadApp = () => import('./app.tsx');

/** Pages that a person opens before signing in for the first time. */
const isForNewPeople = (path: string): boolean => path === '/join' || path === '/setup';

/** Reports that the program could not be downloaded. */
function failAsUnreachable(): never {
  throw new Failure('unavailable', connectionWords.unreachable);
}

async function isSetupNeeded(): Promise<boolean> {
  const answer = await fetch('/api/Setup').catch(() => null);
  return answer?.ok ? ((await answer.json()) as { needed: boolean }).needed : false;
}

/** The address to open after signing in: the one in the query `to`, or the address that the person opened. */
function addressAfterSignIn({ pathname, search }: Location): string | undefined {
  if (pathname === '/sign-in') return new URLSearchParams(search).get('to') ?? undefined;
  return pathname === '/' ? '/send-messages' : `${pathname}${search}`;
}

function showSignIn(root: HTMLElement): void {
  // Nobody is signed in any more, so data that an earlier session left in the browser is deleted.
  forgetAll().catch(() => {});
  const to = addressAfterSignIn(window.location);
  const query = to === undefined ? '' : `?${new URLSearchParams({ to })}`;
  window.history.replaceState(null, '', `/sign-in${query}`);
  drawSignIn(root, async (session) => (await loadApp().catch(failAsUnreachable)).enterApp(root, session, to));
  // Load the program while the person types the password.
  loadApp().then(
    ({ preloadParts }) => preloadParts(),
    () => {},
  );
}

async function start(root: HTMLElement): Promise<void> {
  applyColourScheme();
  const { pathname } = window.location;
  if (wasSignedIn() || isForNewPeople(pathname)) return (await loadApp()).startApp(root);
  const needed = isSetupNeeded();
  showSignIn(root);
  if (!(await needed)) return;
  window.history.replaceState(null, '', '/setup');
  await (await loadApp()).startApp(root);
}

const root = document.getElementById('root');
if (root) void start(root);
