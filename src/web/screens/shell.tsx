import { useHotkeys } from '@mantine/hooks';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { maySend } from '#shared/people/rights.ts';
import { backupBannerWords, warningStripWords } from '#shared/words/installation.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { commonWords, keyWords } from '#shared/words/screen.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { GuessBanner } from '../features/account/guess-banner.tsx';
import { BackupBanner } from '../features/backups/backup-banner.tsx';
import { WarningStrip } from '../features/installation/warning-strip.tsx';
import { OutboxAlert } from '../features/outbox/outbox-alert.tsx';
import { TestSenderNote } from '../features/senders/test-sender-note.tsx';
import { CampusSwitch } from '../features/session/campus-switch.tsx';
import { keepBuiltFiles } from '../lib/built-files.ts';
import { preloadParts } from '../lib/lazy.ts';
import { useLive } from '../lib/live.ts';
import { useRights } from '../lib/session.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { KeysSheet } from '../ui/keys-sheet.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { CrashGuard } from './crash-guard.tsx';
import { Find } from './find.tsx';
import { FindOpener } from './find-opener.ts';
import { Rail, settingsAddresses } from './rail.tsx';
import { type DeskSearch, noPanel, readDeskSearch } from './search.ts';
import classes from './shell.module.css';
import { WaitLine } from './wait-line.tsx';

/** `/` focuses the visible search box. */
function focusSearch(): void {
  const boxes = document.querySelectorAll<HTMLInputElement>('input[data-search-key]');
  [...boxes].find((box) => box.checkVisibility({ visibilityProperty: true }))?.focus();
}

/** Skips the navigation. It is a button, because an address with `#` would be another place in the history. */
function focusMain(): void {
  const main = document.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}

/** Opens a new message on the desk. If the desk is open, its billing and filters stay as they are. */
function useNewMessage(pathname: string): () => void {
  const navigate = useNavigate();
  const mayWrite = maySend(useRights());
  const isOnDesk = pathname === '/send-messages';
  const search = (before: object): DeskSearch => ({
    ...(isOnDesk ? readDeskSearch({ ...before }) : {}),
    ...noPanel,
    panel: 'send',
  });
  return () => {
    if (mayWrite) void navigate({ to: '/send-messages', search });
  };
}

/** The navigation, bars and shortcuts around every screen for signed-in users. */
export function Shell() {
  useLive();
  const rights = useRights();
  const navigate = useNavigate();
  useEffect(preloadParts, []);
  // If the service worker cannot be registered, the files come from the browser's HTTP cache.
  useEffect(() => void keepBuiltFiles().catch(() => {}), []);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // The list of topics stays while a person goes from one page of Settings to the next.
  const isInSettings = settingsAddresses.some((address) => pathname.startsWith(address));
  const [areKeysShown, showKeys] = useState(false);
  /** The text with which the search for everything begins. Undefined while the search is closed. */
  const [finding, find] = useState<string>();
  useHotkeys([['mod+K', () => find('')]], []);
  useKeys({ '/': focusSearch, n: useNewMessage(pathname), '?': () => showKeys(true) });
  return (
    <div className={classes.shell}>
      <button type="button" className={classes.skip} onClick={focusMain}>
        {commonWords.skipToContent}
      </button>
      <Toasts />
      <Rail onKeys={() => showKeys(true)} onFind={() => find('')} />
      <div className={classes.content}>
        <WaitLine />
        <CampusSwitch
          isOnAll={pathname === '/campuses'}
          onCampus={() => void navigate({ to: '/send-messages', search: {} })}
          onAll={() => void navigate({ to: '/campuses' })}
        />
        <TestSenderNote />
        <GuessBanner
          linkTo={(part) => (
            <Link to="/settings" search={{ part }}>
              {settingsWords.parts[part]}
            </Link>
          )}
        />
        <OutboxAlert
          link={rights.outbox && pathname !== '/outbox' && <Link to="/outbox">{outboxWords.open}</Link>}
        />
        {pathname !== '/settings/backups' && (
          <BackupBanner
            link={rights.admin && <Link to="/settings/backups">{backupBannerWords.toBackups}</Link>}
          />
        )}
        {pathname !== '/settings/computer' && (
          <WarningStrip
            link={rights.admin && <Link to="/settings/computer">{warningStripWords.toPage}</Link>}
          />
        )}
        <CrashGuard key={isInSettings ? '/settings' : pathname}>
          <FindOpener value={find}>
            <Outlet />
          </FindOpener>
        </CrashGuard>
      </div>
      <ConfirmHost />
      {finding !== undefined && <Find begun={finding} onClose={() => find(undefined)} />}
      <KeysSheet {...keyWords} isOpen={areKeysShown} onClose={() => showKeys(false)} />
    </div>
  );
}
