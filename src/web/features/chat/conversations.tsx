import { Skeleton } from '@mantine/core';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { Conversation } from '#shared/calls/chat.ts';
import { chatWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { conversationsQuery } from './api.ts';
import { ConversationRow } from './conversation-row.tsx';
import classes from './conversations.module.css';

type Props = {
  find: string;
  onFind: (text: string) => void;
  onOpen: (number: string) => void;
  onClose: () => void;
};

const rowHeight = 76;
/** Rows from the end at which the next ones are asked for. */
const moreFrom = 20;

type RowsProps = Pick<Props, 'onOpen'> & { conversations: Conversation[]; onMore: () => void };

/** Virtual list: only the rows in sight are in the page. */
function Rows({ conversations, onMore, onOpen }: RowsProps) {
  const { timeZone } = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const arrowKeys = useArrowKeys({ count: conversations.length, rows });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = last >= conversations.length - moreFrom;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  return (
    <div ref={scroller} className={classes.scroller} {...arrowKeys}>
      <ul className={classes.rows} style={{ height: rows.getTotalSize() }} data-testid="conversations">
        {items.map(({ index, start }) => {
          const conversation = conversations[index];
          return (
            conversation && (
              <li key={conversation.number} data-row={index} style={{ height: rowHeight, top: start }}>
                <ConversationRow {...{ conversation, timeZone, onOpen }} />
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
    <Skeleton height={44} />
    <Skeleton height={44} />
    <Skeleton height={44} />
  </div>
);

/** Everybody who has written to the campus, the latest first. */
export function Conversations({ find, onFind, onOpen, onClose }: Props) {
  const query = useInfiniteQuery(conversationsQuery(find));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const conversations = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const more = useMemo(
    () => () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    [hasNextPage, isFetching, fetchNextPage],
  );
  return (
    <Panel title={chatWords.listTitle} closeLabel={commonWords.close} onClose={onClose} isFilled>
      <div className={classes.search}>
        <SearchBox
          label={chatWords.search}
          clearLabel={commonWords.clearSearch}
          value={find}
          onSearch={onFind}
        />
      </div>
      <Loaded query={{ ...query, data: conversations }} waiting={waiting} isInset>
        {(loaded) => (
          <>
            {loaded.length > 0 && <Rows conversations={loaded} onMore={more} onOpen={onOpen} />}
            {loaded.length === 0 && find !== '' && (
              <p className={classes.hint}>{commonWords.noMatch(find)}</p>
            )}
            {loaded.length === 0 && find === '' && (
              <Empty
                icon={<IconMessage size={26} stroke={1.6} aria-hidden />}
                title={chatWords.none}
                text={chatWords.noneText}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}
