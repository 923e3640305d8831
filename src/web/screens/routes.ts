/** The addresses of the app. Each screen is loaded when it is first opened. */
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { findSession, isSetupNeeded } from '../features/session/api.ts';
import { wasSignedIn } from '../lib/last-user.ts';
import { lazyRouteComponent } from '../lib/lazy.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession, watchSession } from '../lib/session.ts';
import { prefetchChats, prefetchDesk, prefetchMessages, prefetchStudents } from './ahead.ts';
import { Crashed } from './crashed.tsx';
import { NotFound } from './not-found.tsx';
import {
  parseSearch,
  readByHandSearch,
  readCampusesSearch,
  readChatList,
  readChatsSearch,
  readCounterSearch,
  readDemoSearch,
  readDeskSearch,
  readOutboxSearch,
  readOwnerSearch,
  readPrintSearch,
  readReportsSearch,
  readSettingsSearch,
  readSetUpSearch,
  readSignInSearch,
  readStudentsSearch,
  readTemplatesSearch,
  writeSearch,
} from './search.ts';
import { WaitingScreen } from './waiting-screen.tsx';

const loadDesk = () => import('./entered.tsx');

/** Redirects a person who is not signed in: to sign-in, or to set-up on a new installation. */
async function requireSession(href: string): Promise<void> {
  // The code of the desk loads at the same time as the session. If that fails, rendering the desk reports the error.
  if (wasSignedIn()) loadDesk().catch(() => {});
  if (await findSession()) return;
  if (await isSetupNeeded()) throw redirect({ to: '/setup' });
  throw redirect({ to: '/sign-in', search: { to: href } });
}

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: Crashed });

const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  beforeLoad: ({ location }) => (currentSession() ? undefined : requireSession(location.href)),
  component: lazyRouteComponent(loadDesk, 'SignedIn'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/send-messages', replace: true });
  },
});

const sendMessages = createRoute({
  getParentRoute: () => desk,
  path: '/send-messages',
  validateSearch: readDeskSearch,
  beforeLoad: ({ location }) => {
    const search = readChatList({ ...location.search });
    if (search) throw redirect({ to: '/chats', search, replace: true });
  },
  // Prefetches once when the desk opens. Afterwards each part loads its own data.
  loader: ({ location }) => prefetchDesk(readDeskSearch({ ...location.search })),
  component: lazyRouteComponent(() => import('./send-messages.tsx'), 'SendMessages'),
});

const outbox = createRoute({
  getParentRoute: () => desk,
  path: '/outbox',
  validateSearch: readOutboxSearch,
  loader: prefetchMessages,
  component: lazyRouteComponent(() => import('./outbox.tsx'), 'Outbox'),
});

const byHand = createRoute({
  getParentRoute: () => desk,
  path: '/by-hand',
  validateSearch: readByHandSearch,
  component: lazyRouteComponent(() => import('./by-hand.tsx'), 'SendByHand'),
});

const students = createRoute({
  getParentRoute: () => desk,
  path: '/students',
  validateSearch: readStudentsSearch,
  loader: prefetchStudents,
  component: lazyRouteComponent(() => import('./students.tsx'), 'Students'),
});

const chats = createRoute({
  getParentRoute: () => desk,
  path: '/chats',
  validateSearch: readChatsSearch,
  loader: prefetchChats,
  component: lazyRouteComponent(() => import('./chats.tsx'), 'Chats'),
});

const counter = createRoute({
  getParentRoute: () => desk,
  path: '/counter',
  validateSearch: readCounterSearch,
  component: lazyRouteComponent(() => import('./counter.tsx'), 'Counter'),
});

const bank = createRoute({
  getParentRoute: () => desk,
  path: '/bank',
  component: lazyRouteComponent(() => import('./bank.tsx'), 'Bank'),
});

const reports = createRoute({
  getParentRoute: () => desk,
  path: '/reports',
  validateSearch: readReportsSearch,
  component: lazyRouteComponent(() => import('./reports.tsx'), 'Reports'),
});

const owner = createRoute({
  getParentRoute: () => desk,
  path: '/owner',
  validateSearch: readOwnerSearch,
  component: lazyRouteComponent(() => import('./owner.tsx'), 'Owner'),
});

const templates = createRoute({
  getParentRoute: () => desk,
  path: '/templates',
  validateSearch: readTemplatesSearch,
  component: lazyRouteComponent(() => import('./templates.tsx'), 'TemplatesPage'),
});

const demoPhone = createRoute({
  getParentRoute: () => desk,
  path: '/demo-phone',
  validateSearch: readDemoSearch,
  component: lazyRouteComponent(() => import('./demo-phone.tsx'), 'DemoPhone'),
});

const demoBiller = createRoute({
  getParentRoute: () => desk,
  path: '/demo-biller',
  component: lazyRouteComponent(() => import('./demo-biller.tsx'), 'DemoBiller'),
});

/** The pages of Settings share the list of topics beside them. */
const settingsPages = createRoute({
  getParentRoute: () => desk,
  id: 'settings-pages',
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
});

const whatsAppNumber = createRoute({
  getParentRoute: () => settingsPages,
  path: '/whatsapp-number',
  component: lazyRouteComponent(() => import('./whatsapp-number.tsx'), 'WhatsAppNumber'),
});

const settings = createRoute({
  getParentRoute: () => settingsPages,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
});
const backups = createRoute({
  getParentRoute: () => settingsPages,
  path: '/settings/backups',
  component: lazyRouteComponent(() => import('./backups.tsx'), 'Backups'),
});
const installation = createRoute({
  getParentRoute: () => settingsPages,
  path: '/settings/computer',
  component: lazyRouteComponent(() => import('./installation.tsx'), 'Installation'),
});

const campuses = createRoute({
  getParentRoute: () => desk,
  path: '/campuses',
  validateSearch: readCampusesSearch,
  component: lazyRouteComponent(() => import('./campuses.tsx'), 'Campuses'),
});

/** This screen has no navigation around it, because the browser prints everything that is visible. */
const print = createRoute({
  getParentRoute: () => root,
  path: '/print',
  validateSearch: readPrintSearch,
  beforeLoad: ({ location }) => (currentSession() ? undefined : requireSession(location.href)),
  component: lazyRouteComponent(() => import('./print-billing.tsx'), 'PrintBilling'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
});

/** The secret of the link is after the `#`, because a browser does not send that part to the server. */
const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(() => import('./join.tsx'), 'Join'),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: readSetUpSearch,
  beforeLoad: async () => {
    if (!(await isSetupNeeded())) throw redirect({ to: '/sign-in' });
  },
  component: lazyRouteComponent(() => import('./set-up.tsx'), 'SetUp'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    desk.addChildren([
      sendMessages,
      students,
      outbox,
      chats,
      counter,
      bank,
      reports,
      owner,
      templates,
      byHand,
      demoPhone,
      demoBiller,
      settingsPages.addChildren([whatsAppNumber, settings, backups, installation]),
      campuses,
    ]),
    print,
    signIn,
    join,
    setUp,
  ]),
  parseSearch,
  stringifySearch: writeSearch,
  // After 80 ms without the new screen its placeholder is shown, so that a person sees the effect of a press.
  defaultPendingMs: 80,
  defaultPendingMinMs: 0,
  defaultPendingComponent: WaitingScreen,
});

watchSession((session) => {
  if (session) return;
  // Clear the data only after the screens are gone. A screen that is still rendered would load its data again.
  void router
    .navigate({ to: '/sign-in', search: { to: router.state.location.href } })
    .then(() => queryClient.clear());
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
