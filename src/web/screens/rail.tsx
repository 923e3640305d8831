import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import IconAdjustments from '@tabler/icons-react/dist/esm/icons/IconAdjustments.mjs';
import IconArticle from '@tabler/icons-react/dist/esm/icons/IconArticle.mjs';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import IconCash from '@tabler/icons-react/dist/esm/icons/IconCash.mjs';
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { maySeeSidebar, maySend } from '#shared/people/rights.ts';
import { bankWords } from '#shared/words/bank.ts';
import { groupWords } from '#shared/words/bills.ts';
import { chatWords, demoWords } from '#shared/words/chats.ts';
import { counterWords } from '#shared/words/counter.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { fixWords, outboxWords } from '#shared/words/outbox.ts';
import { reportWords } from '#shared/words/reports.ts';
import { commonWords, findWords, sessionWords } from '#shared/words/screen.ts';
import { byHandWords } from '#shared/words/sending.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { templateWords } from '#shared/words/templates.ts';
import { toAnswerQuery } from '../features/chat/api.ts';
import { demoQuery } from '../features/demo/api.ts';
import { failureCountsQuery, pendingQuery } from '../features/outbox/api.ts';
import { AccountMenu } from '../features/session/account-menu.tsx';
import { useByHand } from '../lib/sender.ts';
import { useRights, useSession } from '../lib/session.ts';
import { onIntent } from '../ui/on-intent.ts';
import { prefetchByAddress } from './ahead.ts';
import classes from './rail.module.css';
import { useIsPhone } from './use-is-phone.ts';

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;
const small = { size: 16, 'aria-hidden': true } as const;

/** The word under the icon. The link's label gives the full name. */
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

/** The number in the corner of a link. `warns`: a person must act, so the number has the colour of a warning. */
function Badge({ count, warns = false, id }: { count: number; warns?: boolean; id?: string }) {
  if (count === 0) return null;
  return (
    <b className={classes.badge} data-warns={warns || undefined} data-testid={id}>
      {count.toLocaleString('en-US')}
    </b>
  );
}

/** The link to the sends. Its number counts the messages to mend, including messages that need a decision. */
function MessagesLink() {
  const { data: { undecided = 0 } = {} } = useQuery(pendingQuery);
  const { data: { count = 0 } = {} } = useQuery(failureCountsQuery);
  const labels = [
    outboxWords.place,
    count > 0 && fixWords.title(count),
    undecided > 0 && outboxWords.undecidedToSee(undecided),
  ].filter(Boolean);
  return (
    <ScreenLink to="/outbox" entry={messages} label={labels.length > 1 ? labels.join(', ') : undefined}>
      <Badge count={count} warns />
    </ScreenLink>
  );
}

function ChatsLink() {
  const { data: count = 0 } = useQuery(toAnswerQuery);
  const label = count > 0 ? `${chatWords.listTitle}, ${chatWords.toAnswer(count)}` : undefined;
  return (
    <ScreenLink to="/chats" entry={chats} label={label}>
      <Badge count={count} />
    </ScreenLink>
  );
}

type RailEntry = { title: string; word?: string; Icon: ComponentType<typeof icon | typeof small> };
const billings: RailEntry = { title: groupWords.title, Icon: IconReceipt };
const students: RailEntry = { title: studentWords.title, Icon: IconSchool };
const messages: RailEntry = { title: outboxWords.place, Icon: IconSend };
const chats: RailEntry = { title: chatWords.listTitle, Icon: IconMessage };
const counter: RailEntry = { title: counterWords.title, Icon: IconCash };
const bank: RailEntry = { title: bankWords.title, Icon: IconBuildingBank };
const reports: RailEntry = { title: reportWords.title, Icon: IconChartBar };
const templates: RailEntry = { title: templateWords.title, Icon: IconArticle };
const byHand: RailEntry = { title: byHandWords.title, word: byHandWords.short, Icon: IconBrandWhatsapp };
const demoPhone: RailEntry = { title: demoWords.title, word: demoWords.short, Icon: IconDeviceMobile };
const whatsAppNumber: RailEntry = {
  title: commonWords.whatsAppNumber,
  word: commonWords.whatsApp,
  Icon: IconBrandWhatsapp,
};

const settings: RailEntry = { title: settingsWords.title, Icon: IconAdjustments };

type ScreenAddress =
  | '/send-messages'
  | '/outbox'
  | '/by-hand'
  | '/students'
  | '/chats'
  | '/counter'
  | '/bank'
  | '/reports'
  | '/owner'
  | '/templates'
  | '/demo-phone'
  | '/whatsapp-number'
  | '/settings';

type ScreenLinkProps = {
  to: ScreenAddress;
  entry: RailEntry;
  /** The accessible name: the title, and what the number in the corner means. */
  label?: string | undefined;
  /** Marks the link as current although the address differs. */
  isOn?: boolean;
  children?: ReactNode;
};

/**
 * Prefetches the code and the first data of a screen. The router's own preload is not used: if a person presses the
 * link during a preload, the router shows the old screen until the code has loaded.
 */
function usePrefetchOnIntent(to: ScreenAddress) {
  const { routesByPath } = useRouter();
  return onIntent(() => {
    routesByPath[to].options.component?.preload?.()?.catch(() => {});
    prefetchByAddress[to]?.();
  });
}

function ScreenLink(props: ScreenLinkProps) {
  const { to, entry, label, isOn = false, children } = props;
  const { title, word = title, Icon } = entry;
  return (
    <Link
      to={to}
      className={classes.item}
      aria-label={label ?? title}
      title={title}
      data-on={isOn || undefined}
      {...usePrefetchOnIntent(to)}
    >
      <Icon {...icon} />
      {/* The space is needed because the accessible name starts with the visible word and includes the number. */}
      <Word>{word}</Word> {children}
    </Link>
  );
}

/** The links that do not fit into the bottom row of a phone. They are in the account menu. */
function MoreItems({ has, onFind }: { has: Has; onFind: () => void }) {
  const link = (to: ScreenAddress, { title, Icon }: RailEntry) => (
    <Menu.Item leftSection={<Icon {...small} />} renderRoot={(props) => <Link to={to} {...props} />}>
      {title}
    </Menu.Item>
  );
  return (
    <>
      <Menu.Item leftSection={<IconSearch {...small} />} onClick={onFind}>
        {findWords.title}
      </Menu.Item>
      {(has.byHand || has.counter) && link('/students', students)}
      {has.byHand && has.counter && link('/counter', counter)}
      {has.counter && link('/bank', bank)}
      {has.reports && link('/reports', reports)}
      {has.templates && link('/templates', templates)}
      {has.demo && link('/demo-phone', demoPhone)}
      {has.number && link('/whatsapp-number', whatsAppNumber)}
      {link('/settings', settings)}
    </>
  );
}

/** Which of the optional screens this user may open and this campus has. */
type Has = Record<'templates' | 'byHand' | 'counter' | 'reports' | 'demo' | 'number', boolean>;

const ofReports = ['/reports', '/owner'] satisfies ScreenAddress[];

/** The page WhatsApp number belongs to Settings, although its address is a different one. */
export const settingsAddresses = ['/settings', '/whatsapp-number'] satisfies ScreenAddress[];
const inMenu = [
  '/bank',
  '/reports',
  '/owner',
  '/templates',
  '/demo-phone',
  ...settingsAddresses,
] satisfies ScreenAddress[];

const useIsAt = (addresses: readonly string[]): boolean =>
  useRouterState({ select: ({ location }) => addresses.some((to) => location.pathname.startsWith(to)) });

function Account({ onKeys, more }: { onKeys: () => void; more: ReactNode }) {
  const isInMenu = useIsAt(inMenu);
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

/** The campus's own logo, if it has one. */
function Logo() {
  const { logo } = useSession();
  if (logo) return <img className={classes.logo} src={logo} alt="" />;
  return (
    <span className={classes.logo} aria-hidden>
      Q
    </span>
  );
}

/** The links that are hidden on a phone. */
function SecondaryLinks({ has }: { has: Has }) {
  const isInReports = useIsAt(ofReports);
  return (
    <>
      {has.reports && <ScreenLink to="/reports" entry={reports} isOn={isInReports} />}
      {has.templates && <ScreenLink to="/templates" entry={templates} />}
      <span className={classes.space} />
      {has.demo && <ScreenLink to="/demo-phone" entry={demoPhone} />}
      <ScreenLink to="/settings" entry={settings} isOn={useIsAt(settingsAddresses)} />
    </>
  );
}

/** The navigation between screens, at the left. On a phone five links are at the bottom and the others in a menu. */
export function Rail({ onKeys, onFind }: { onKeys: () => void; onFind: () => void }) {
  const rights = useRights();
  const { data: demo } = useQuery(demoQuery);
  const isPhone = useIsPhone();
  const isByHand = useByHand();
  const has: Has = {
    templates: maySeeSidebar(rights),
    byHand: isByHand && maySend(rights),
    counter: rights.edit,
    reports: rights.view,
    demo: demo?.isDemo === true,
    number: rights.admin,
  };
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
        <ScreenLink to="/send-messages" entry={billings} />
        {/* A phone has room for five links, so the counter or sending by hand replaces the students. */}
        {!(isPhone && (has.byHand || has.counter)) && <ScreenLink to="/students" entry={students} />}
        {rights.outbox && <MessagesLink />}
        {has.byHand && <ScreenLink to="/by-hand" entry={byHand} />}
        <ChatsLink />
        {has.counter && !(isPhone && has.byHand) && <ScreenLink to="/counter" entry={counter} />}
        {has.counter && !isPhone && <ScreenLink to="/bank" entry={bank} />}
        {!isPhone && <SecondaryLinks has={has} />}
      </div>
      <Account onKeys={onKeys} more={isPhone && <MoreItems has={has} onFind={onFind} />} />
    </nav>
  );
}
