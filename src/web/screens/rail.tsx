import { UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs';
import IconArticle from '@tabler/icons-react/dist/esm/icons/IconArticle.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { maySeeSidebar } from '#shared/rights.ts';
import { chatWords, demoWords } from '#shared/words/chats.ts';
import { studentWords } from '#shared/words/importing.ts';
import { commonWords, groupWords, sessionWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { templateWords } from '#shared/words/templates.ts';
import { unreadQuery } from '../features/chat/api.ts';
import { demoQuery } from '../features/demo/api.ts';
import { pendingQuery } from '../features/outbox/api.ts';
import { AccountMenu } from '../features/session/account-menu.tsx';
import { useRights } from '../lib/session.ts';
import classes from './rail.module.css';
import { type DeskSearch, noPanel, readDeskSearch, toTemplates } from './search.ts';

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? sessionWords.toLight : sessionWords.toDark;
  return (
    <UnstyledButton
      className={classes.item}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
    </UnstyledButton>
  );
}

function OutboxLink() {
  const { data } = useQuery(pendingQuery);
  const { pending = 0, undecided = 0 } = data ?? {};
  const label = [
    outboxWords.title,
    pending > 0 ? outboxWords.waiting(pending) : '',
    undecided > 0 ? outboxWords.undecidedToSee(undecided) : '',
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <Link to="/outbox" className={classes.item} aria-label={label} title={outboxWords.title}>
      <IconInbox {...icon} />
      {pending > 0 && (
        <b className={classes.badge} data-testid="pending-badge">
          {pending.toLocaleString('en-US')}
        </b>
      )}
      {/* A number of its own only where no other stands in its place. */}
      {pending === 0 && undecided > 0 && (
        <b className={classes.badge} data-warns>
          {undecided.toLocaleString('en-US')}
        </b>
      )}
    </Link>
  );
}

type DeskButtonProps = {
  title: string;
  label?: string;
  /** What is opened, from what is. */
  to: (here: DeskSearch) => DeskSearch;
  children: ReactNode;
};

/** Opens a panel of the desk: an opened billing stays open beside it. */
function DeskButton({ title, label = title, to, children }: DeskButtonProps) {
  const navigate = useNavigate();
  const isOnDesk = useRouterState({ select: ({ location }) => location.pathname === '/send-messages' });
  const search = (before: object): DeskSearch => {
    const here = readDeskSearch(isOnDesk ? { ...before } : {});
    return { ...here, ...to(here) };
  };
  return (
    <UnstyledButton
      className={classes.item}
      aria-label={label}
      title={title}
      onClick={() => void navigate({ to: '/send-messages', search })}
    >
      {children}
    </UnstyledButton>
  );
}

function ChatsButton() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const label = unread > 0 ? `${chatWords.listTitle}, ${chatWords.unread(unread)}` : chatWords.listTitle;
  return (
    <DeskButton title={chatWords.listTitle} label={label} to={() => ({ ...noPanel, panel: 'chat' })}>
      <IconMessage {...icon} />
      {unread > 0 && (
        <b className={classes.badge} data-testid="unread-badge">
          {unread.toLocaleString('en-US')}
        </b>
      )}
    </DeskButton>
  );
}

/** The way between the screens: at the left, on a phone at the bottom. */
export function Rail({ onKeys }: { onKeys: () => void }) {
  const rights = useRights();
  const navigate = useNavigate();
  const { data: demo } = useQuery(demoQuery);
  return (
    <nav className={classes.rail} aria-label={commonWords.product}>
      <span className={classes.logo} aria-hidden>
        Q
      </span>
      <Link
        to="/send-messages"
        className={classes.item}
        aria-label={groupWords.title}
        title={groupWords.title}
      >
        <IconReceipt {...icon} />
      </Link>
      <Link
        to="/students"
        className={classes.item}
        aria-label={studentWords.title}
        title={studentWords.title}
      >
        <IconSchool {...icon} />
      </Link>
      {maySeeSidebar(rights) && (
        <DeskButton title={templateWords.title} to={toTemplates}>
          <IconArticle {...icon} />
        </DeskButton>
      )}
      {rights.outbox && <OutboxLink />}
      <ChatsButton />
      {demo?.isDemo && (
        <Link to="/demo-phone" className={classes.item} aria-label={demoWords.title} title={demoWords.title}>
          <IconDeviceMobile {...icon} />
        </Link>
      )}
      {rights.admin && (
        <Link
          to="/whatsapp-number"
          className={classes.item}
          aria-label={commonWords.whatsAppNumber}
          title={commonWords.whatsAppNumber}
        >
          <IconAdjustments {...icon} />
        </Link>
      )}
      <span className={classes.space} />
      <ThemeToggle />
      <AccountMenu onCampus={() => void navigate({ to: '/send-messages' })} onKeys={onKeys}>
        <UnstyledButton
          className={classes.item}
          aria-label={sessionWords.account}
          title={sessionWords.account}
        >
          <IconUser {...icon} />
        </UnstyledButton>
      </AccountMenu>
    </nav>
  );
}
