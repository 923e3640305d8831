import { Skeleton } from '@mantine/core';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ChatList } from '#shared/calls/chat.ts';
import { chatWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { OldContent } from '../../ui/old-content.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { ConversationRow } from './conversation-row.tsx';
import classes from './conversations.module.css';
import type { Listed, useConversations } from './use-conversations.ts';

type ListShown = Exclude<ChatList, 'answered'>;
type Props = {
  chats: ReturnType<typeof useConversations>;
  find: string;
  list: ListShown;
  /** The number of the opened chat. */
  opened: string | undefined;
  onFind: (text: string) => void;
  onList: (list: ListShown) => void;
  onOpen: (number: string) => void;
  /** Prefetches a chat, because the user may open it soon. */
  onAhead: (number: string) => void;
  /** Shown beside the title. */
  aside: ReactNode;
};

const rowHeight = 76;
const labelHeight = 32;
/** The next page is loaded when this many rows or fewer follow the last visible row. */
const prefetchRows = 20;

type RowsProps = Pick<Props, 'opened' | 'onOpen' | 'onAhead'> & { listed: Listed; onMore: () => void };

/** Virtual list: only visible rows are rendered. */
function Rows({ listed: { conversations, answeredFrom }, opened, onMore, onOpen, onAhead }: RowsProps) {
  const { timeZone } = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const isLabelled = (index: number): boolean => index === answeredFrom;
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (isLabelled(index) ? labelHeight : 0),
    overscan: 6,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved label changes the heights of rows
  useEffect(() => rows.measure(), [answeredFrom]);
  const arrowKeys = useArrowKeys({ count: conversations.length, rows });
  const at = conversations.findIndex(({ number }) => number === opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to a chat when it is opened, not when the list changes
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [opened]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = last >= conversations.length - prefetchRows;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  return (
    <div ref={scroller} className={classes.scroller} {...arrowKeys}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }} data-testid="conversations">
        {items.map(({ index, start, size }) => {
          const conversation = conversations[index];
          return (
            conversation && (
              <li key={conversation.number} data-row={index} style={{ height: size, top: start }}>
                {isLabelled(index) && <p className={classes.label}>{chatWords.answered}</p>}
                <ConversationRow {...{ conversation, timeZone, onOpen, onAhead }} isOpen={index === at} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

const waiting = (
  <div className={classes.waiting}>
    <Skeleton height={52} />
    <Skeleton height={52} />
    <Skeleton height={52} />
  </div>
);

function NoConversations({ find, list }: Pick<Props, 'find' | 'list'>) {
  if (find !== '') return <p className={classes.hint}>{commonWords.noMatch(find)}</p>;
  if (list === 'closing') return <p className={classes.hint}>{chatWords.noneClosing}</p>;
  if (list === 'confirm') return <p className={classes.hint}>{chatWords.noneConfirm}</p>;
  return (
    <Empty
      icon={<IconMessage size={26} stroke={1.6} aria-hidden />}
      title={chatWords.none}
      text={chatWords.noneText}
    />
  );
}

/** Lists the conversations of the campus, and begins with those that wait for an answer. */
export function Conversations({ chats, find, list, opened, onFind, onList, onOpen, onAhead, aside }: Props) {
  const { query, counts, more } = chats;
  const { lists } = chatWords;
  const segments = [
    { value: 'waiting' as const, label: lists.waiting, count: counts.waiting },
    ...(counts.closing === null && list !== 'closing'
      ? []
      : [{ value: 'closing' as const, label: lists.closing, count: counts.closing ?? undefined }]),
    ...(counts.toConfirm === 0 && list !== 'confirm'
      ? []
      : [{ value: 'confirm' as const, label: lists.confirm, count: counts.toConfirm }]),
    { value: 'all' as const, label: lists.all },
  ];
  return (
    <Panel title={chatWords.listTitle} closeLabel={commonWords.close} extra={aside} isFilled>
      <div className={classes.search}>
        <SearchBox
          label={chatWords.search}
          clearLabel={commonWords.clearSearch}
          value={find}
          onSearch={onFind}
          hasKey
        />
        <Segments label={chatWords.whichList} segments={segments} value={list} onChange={onList} />
      </div>
      <Loaded query={query} waiting={waiting} isInset>
        {(listed) => (
          <OldContent isOld={query.isPlaceholderData}>
            {list === 'waiting' && listed.answeredFrom === 0 && listed.conversations.length > 0 && (
              <p className={classes.hint}>{chatWords.noneWaiting}</p>
            )}
            {list === 'closing' && listed.conversations.length > 0 && (
              <p className={classes.hint}>{chatWords.closingText}</p>
            )}
            {list === 'confirm' && listed.conversations.length > 0 && (
              <p className={classes.hint}>{chatWords.confirmText}</p>
            )}
            {listed.conversations.length > 0 && (
              <Rows {...{ listed, opened, onOpen, onAhead }} onMore={more} />
            )}
            {listed.conversations.length === 0 &&
              (query.isPlaceholderData ? waiting : <NoConversations find={find} list={list} />)}
          </OldContent>
        )}
      </Loaded>
    </Panel>
  );
}
