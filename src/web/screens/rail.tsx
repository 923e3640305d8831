import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs';
import IconArticle from '@tabler/icons-react/dist/esm/icons/IconArticle.mjs';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { maySeeSidebar, maySend } from '#shared/rights.ts';
import { byHandWords } from '#shared/words/by-hand.ts';
import { chatWords, demoWords } from '#shared/words/chats.ts';
import { findWords } from '#shared/words/find.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { commonWords, groupWords, sessionWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { templateWords } from '#shared/words/templates.ts';
import { unreadQuery } from '../features/chat/api.ts';
import { demoQuery } from '../features/demo/api.ts';
import { pendingQuery } from '../features/outbox/api.ts';
import { AccountMenu } from '../features/session/account-menu.tsx';
import { useByHand } from '../lib/sender.ts';
import { useRights, useSession } from '../lib/session.ts';
import classes from './rail.module.css';
import { type DeskSearch, noPanel, type PanelName, readDeskSearch, toTemplates } from './search.ts';

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;
const small = { size: 16, 'aria-hidden': true } as const;

/** Beneath the icon; the place's whole name is said by its label. */
const Word = ({ children }: { children: string }) => (
  <span className={classes.word} aria-hidden>
    {children}
  </span>
);

function ThemeItem() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Menu.Item
      leftSection={isDark ? <IconSun {...small} /> : <IconMoon {...small} />}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? sessionWords.toLight : sessionWords.toDark}
    </Menu.Item>
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
      {/* With a space behind it: a name begins with what is seen, the number too. */}
      <Word>{outboxWords.title}</Word>{' '}
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

/** Opens a panel of the desk, from what is open: an opened billing stays open beside it. */
function useToPanel(to: (here: DeskSearch) => DeskSearch): () => void {
  const navigate = useNavigate();
  const isOnDesk = useRouterState({ select: ({ location }) => location.pathname === '/send-messages' });
  const search = (before: object): DeskSearch => {
    const here = readDeskSearch(isOnDesk ? { ...before } : {});
    return { ...here, ...to(here) };
  };
  return () => void navigate({ to: '/send-messages', search });
}

const useIsPanel = (panel: PanelName): boolean =>
  useRouterState({
    select: ({ location }) =>
      location.pathname === '/send-messages' && readDeskSearch(location.search).panel === panel,
  });

const toChats = (): DeskSearch => ({ ...noPanel, panel: 'chat' });

function ChatsButton() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const open = useToPanel(toChats);
  const isOpen = useIsPanel('chat');
  const label = unread > 0 ? `${chatWords.listTitle}, ${chatWords.unread(unread)}` : chatWords.listTitle;
  return (
    <UnstyledButton
      className={classes.item}
      data-on={isOpen || undefined}
      aria-label={label}
      title={chatWords.listTitle}
      onClick={open}
    >
      <IconMessage {...icon} />
      <Word>{chatWords.listTitle}</Word>{' '}
      {unread > 0 && (
        <b className={classes.badge} data-testid="unread-badge">
          {unread.toLocaleString('en-US')}
        </b>
      )}
    </UnstyledButton>
  );
}

type RailEntry = { title: string; word?: string; Icon: ComponentType<typeof icon | typeof small> };
const billings: RailEntry = { title: groupWords.title, Icon: IconReceipt };
const students: RailEntry = { title: studentWords.title, Icon: IconSchool };
const templates: RailEntry = { title: templateWords.title, Icon: IconArticle };
const byHand: RailEntry = { title: byHandWords.title, word: byHandWords.short, Icon: IconBrandWhatsapp };
const demoPhone: RailEntry = { title: demoWords.title, word: demoWords.short, Icon: IconDeviceMobile };
const whatsAppNumber: RailEntry = {
  title: commonWords.whatsAppNumber,
  word: commonWords.whatsApp,
  Icon: IconAdjustments,
};

const settings: RailEntry = { title: settingsWords.title, Icon: IconSettings };

type To = '/send-messages' | '/by-hand' | '/students' | '/demo-phone' | '/whatsapp-number' | '/settings';

function PlaceLink({ to, place: { title, word = title, Icon } }: { to: To; place: RailEntry }) {
  return (
    <Link to={to} className={classes.item} aria-label={title} title={title}>
      <Icon {...icon} />
      <Word>{word}</Word>
    </Link>
  );
}

function TemplatesButton() {
  const open = useToPanel(toTemplates);
  const isOpen = useIsPanel('templates');
  return (
    <UnstyledButton
      className={classes.item}
      data-on={isOpen || undefined}
      aria-label={templates.title}
      title={templates.title}
      onClick={open}
    >
      <templates.Icon {...icon} />
      <Word>{templates.title}</Word>
    </UnstyledButton>
  );
}

/** What a phone has no room for in its row, above what the account's menu has. */
function MoreItems({ has, onFind }: { has: Has; onFind: () => void }) {
  const openTemplates = useToPanel(toTemplates);
  const item = ({ title, Icon }: RailEntry, onClick: () => void) => (
    <Menu.Item leftSection={<Icon {...small} />} onClick={onClick}>
      {title}
    </Menu.Item>
  );
  const link = (to: To, { title, Icon }: RailEntry) => (
    <Menu.Item leftSection={<Icon {...small} />} renderRoot={(props) => <Link to={to} {...props} />}>
      {title}
    </Menu.Item>
  );
  return (
    <>
      {item({ title: findWords.title, Icon: IconSearch }, onFind)}
      {has.templates && item(templates, openTemplates)}
      {has.demo && link('/demo-phone', demoPhone)}
      {has.number && link('/whatsapp-number', whatsAppNumber)}
      {link('/settings', settings)}
    </>
  );
}

/** Which of the lesser places this user and campus have. */
type Has = { templates: boolean; demo: boolean; number: boolean };

const inMenu: readonly string[] = ['/demo-phone', '/whatsapp-number', '/settings'] satisfies To[];

function Account({ onKeys, more }: { onKeys: () => void; more: ReactNode }) {
  const isInMenu = useRouterState({ select: ({ location }) => inMenu.includes(location.pathname) });
  const title = more ? commonWords.menu : sessionWords.account;
  return (
    <AccountMenu onKeys={onKeys} before={more} theme={<ThemeItem />}>
      <UnstyledButton
        className={classes.item}
        data-on={(more && isInMenu) || undefined}
        aria-label={title}
        title={title}
      >
        {more ? <IconMenu2 {...icon} /> : <IconUser {...icon} />}
        <Word>{title}</Word>
      </UnstyledButton>
    </AccountMenu>
  );
}

/** The campus's own, where it has one. */
function Logo() {
  const { logo } = useSession();
  if (logo) return <img className={classes.logo} src={logo} alt="" />;
  return (
    <span className={classes.logo} aria-hidden>
      Q
    </span>
  );
}

/** The way between the screens: at the left; on a phone the first of them at the bottom, the others in a menu. */
export function Rail({ onKeys, onFind }: { onKeys: () => void; onFind: () => void }) {
  const rights = useRights();
  const { data: demo } = useQuery(demoQuery);
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const has: Has = {
    templates: maySeeSidebar(rights),
    demo: demo?.isDemo === true,
    number: rights.admin,
  };
  const isByHand = useByHand();
  return (
    <nav className={classes.rail} aria-label={commonWords.product}>
      <Logo />
      <div className={classes.places}>
        {!isPhone && (
          <UnstyledButton
            className={classes.item}
            aria-label={findWords.title}
            title={`${findWords.title} (Ctrl K)`}
            onClick={onFind}
          >
            <IconSearch {...icon} />
            <Word>{findWords.title}</Word>
          </UnstyledButton>
        )}
        <PlaceLink to="/send-messages" place={billings} />
        <PlaceLink to="/students" place={students} />
        {rights.outbox && <OutboxLink />}
        {isByHand && maySend(rights) && <PlaceLink to="/by-hand" place={byHand} />}
        <ChatsButton />
        {has.templates && !isPhone && <TemplatesButton />}
        {has.demo && !isPhone && <PlaceLink to="/demo-phone" place={demoPhone} />}
        {has.number && !isPhone && <PlaceLink to="/whatsapp-number" place={whatsAppNumber} />}
        {!isPhone && (
          <>
            <span className={classes.space} />
            <PlaceLink to="/settings" place={settings} />
          </>
        )}
      </div>
      <Account onKeys={onKeys} more={isPhone && <MoreItems has={has} onFind={onFind} />} />
    </nav>
  );
}
