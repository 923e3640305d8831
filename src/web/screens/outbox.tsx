/** Messages: all sends at the left, and one of them or the messages of all at the right. */
import { Button, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Message } from '#shared/calls/outbox.ts';
import { maySend } from '#shared/people/rights.ts';
import { groupWords } from '#shared/words/bills.ts';
import { outboxWords, sendListWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { byHandWords } from '#shared/words/sending.ts';
import { ExportButton } from '../features/exports/export-button.tsx';
import { useExport } from '../features/exports/use-export.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { AllMessages } from '../features/outbox/all-messages.tsx';
import { AllFailures } from '../features/outbox/all-to-mend.tsx';
import { type OutboxQuery, pendingQuery } from '../features/outbox/api.ts';
import { CopyChoice } from '../features/outbox/copy-choice.tsx';
import type { LinkToPaper, LinkToSend } from '../features/outbox/links.ts';
import { MessageModal } from '../features/outbox/message-modal.tsx';
import { PutBack } from '../features/outbox/put-back.tsx';
import { type ListedSends, SendList } from '../features/outbox/send-list.tsx';
import { SendView } from '../features/outbox/send-view.tsx';
import { useByHand } from '../lib/sender.ts';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { onIntent } from '../ui/on-intent.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { prefetchSend } from './ahead.ts';
import classes from './outbox.module.css';
import { type OutboxSearch, readOutboxSearch } from './search.ts';
import { useEscape } from './use-escape.ts';

const route = getRouteApi('/desk/outbox');

const noSend = {
  run: undefined,
  status: undefined,
  q: undefined,
  billing: undefined,
  message: undefined,
  kind: undefined,
};
const listOf = ({ which, find }: OutboxSearch): OutboxSearch => ({ which, find });
/** Whether the right side shows anything: a send, the messages of all sends, or the messages that need one action. */
const isOpened = ({ run, status, q, billing, kind }: OutboxSearch): boolean =>
  [run, status, q, billing, kind].some((one) => one !== undefined);

const toSend: LinkToSend = (to, props) => (
  <Link
    to="/outbox"
    search={(before: object) => ({ ...listOf(readOutboxSearch({ ...before })), ...to })}
    {...onIntent(() => prefetchSend(to.run))}
    {...props}
  />
);
const toPaper: LinkToPaper = (search, props) => (
  <Link to="/print" search={search} target="_blank" {...props} />
);

/** The links of a message: to its family and to its conversation. */
function useMessageLinks() {
  const goTo = useNavigate();
  const billOf = ({ groupID, billID }: Message) =>
    groupID && billID ? { billing: groupID, member: billID } : {};
  return {
    chat: (message: Message): void =>
      void goTo({
        to: '/send-messages',
        search: { ...billOf(message), panel: 'family', tab: 'chat', chat: message.number },
      }),
    family: (message: Message): void =>
      void goTo({
        to: '/send-messages',
        search: message.billID
          ? { ...billOf(message), panel: 'family' }
          : { panel: 'family', chat: message.number },
      }),
  };
}

function NewMessage() {
  const rights = useRights();
  if (!maySend(rights)) return null;
  return (
    <Button
      variant="light"
      size="xs"
      fz="sm"
      radius="xl"
      renderRoot={(props) => <Link to="/send-messages" search={{ panel: 'send' }} {...props} />}
    >
      {sendListWords.newMessage}
    </Button>
  );
}

type ListProps = {
  search: OutboxSearch;
  onSearch: (change: Partial<OutboxSearch>, isTyped?: boolean) => void;
};

function List({ search, onSearch }: ListProps) {
  const { which, find = '', run } = search;
  const { data: billings = [] } = useQuery(groupsQuery);
  return (
    <SendList
      which={which ?? 'sends'}
      find={find}
      chosen={run}
      billings={billings}
      link={toSend}
      onWhich={(which: ListedSends) =>
        onSearch({ which: which === 'sends' ? undefined : which, kind: undefined })
      }
      onFind={(text) => onSearch({ find: text || undefined }, true)}
      newMessage={<NewMessage />}
      allMessages={
        <Link
          to="/outbox"
          search={{ ...listOf(search), status: 'all', q: find || undefined }}
          className={classes.all}
          activeOptions={{ exact: true }}
          aria-current={run === undefined ? 'page' : undefined}
        >
          {find === '' ? sendListWords.allMessages : sendListWords.peopleFound(find)}
        </Link>
      }
    />
  );
}

function Opened({ search, onSearch }: ListProps) {
  const { status, q = '', run, billing } = search;
  const rights = useRights();
  const isByHand = useByHand();
  const links = useMessageLinks();
  const { start } = useExport();
  const { data: billings } = useQuery(groupsQuery);
  const filters: OutboxQuery = { status: status ?? 'all', search: q, run, billing };
  const want = (change: Partial<OutboxQuery>): void => {
    const { search: q = filters.search, status: filter = status, ...next } = change;
    // Replaces the address while the person types, so that Back does not go through every letter.
    const isTyped = change.search !== undefined && Object.keys(change).length === 1;
    const isEverything = filter === 'all' && q === '' && change.search === '' && run === undefined;
    if (isEverything || next.run !== undefined) onSearch({ ...noSend, run: next.run });
    else onSearch({ ...next, status: filter, q: q || undefined }, isTyped);
  };
  const prompt = (
    <Button renderRoot={(props) => <Link to="/send-messages" search={{ panel: 'send' }} {...props} />}>
      {groupWords.promptTitle}
    </Button>
  );
  const wayToSend = (run: number) => (
    <Button size="xs" fz="inherit" renderRoot={(props) => <Link to="/by-hand" search={{ run }} {...props} />}>
      {byHandWords.start}
    </Button>
  );
  const exported = { kind: 'outbox', ...filters } as const;
  const all = {
    ...{ filters, billings, prompt },
    onWant: want,
    onOpen: (message: number) => onSearch({ message }),
    onChat: links.chat,
    onBack: () => onSearch(noSend),
    exportButton: <ExportButton title={outboxWords.title} wanted={exported} />,
    wayToSend: isByHand && maySend(rights) ? wayToSend : undefined,
  };
  if (search.which === 'failures' && !isOpened({ ...search, kind: undefined }))
    return (
      <AllFailures
        key={`${search.kind} ${search.find}`}
        kind={search.kind}
        find={search.find ?? ''}
        link={toSend}
        paper={toPaper}
        onFamily={links.family}
        onBack={() => onSearch(noSend)}
      />
    );
  if (run === undefined) return <AllMessages {...all} />;
  return (
    <SendView
      key={run}
      {...all}
      run={run}
      status={status}
      link={toSend}
      paper={toPaper}
      onExport={() => start(outboxWords.title, exported)}
      onFamily={links.family}
    />
  );
}

export function Outbox() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const rights = useRights();
  const links = useMessageLinks();
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const { data } = useQuery({ ...pendingQuery, enabled: rights.outbox });
  usePageTitle(`${outboxWords.place} · ${commonWords.product}`);
  const { message } = search;
  const isAnyOpened = isOpened(search);
  const onSearch: ListProps['onSearch'] = (change, isTyped = false) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: isTyped });
  useEscape(isAnyOpened && message === undefined, () => onSearch(noSend));
  if (!rights.outbox) return <Empty level={1} title={outboxWords.noRight} />;
  return (
    <main className={classes.page} data-opened={isAnyOpened || undefined}>
      <div className={classes.copy}>{data?.copy && <CopyChoice copy={data.copy} />}</div>
      <div className={classes.list}>
        <List search={search} onSearch={onSearch} />
      </div>
      <div className={classes.opened}>
        {/* A phone hides the list, and with it the heading of the page. */}
        {isAnyOpened && isPhone && <VisuallyHidden component="h1">{outboxWords.place}</VisuallyHidden>}
        {(isAnyOpened || !isPhone) && <Opened search={search} onSearch={onSearch} />}
      </div>
      <div className={classes.cancelled}>
        <PutBack />
      </div>
      <MessageModal id={message} onChat={links.chat} onClose={() => onSearch({ message: undefined })} />
    </main>
  );
}
