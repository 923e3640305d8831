import { ActionIcon, Button } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ChatItem } from '#shared/calls/chat.ts';
import { chatWords } from '#shared/words/chats.ts';
import { useSession } from '../../lib/session.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { byDay, countAfter, isAnswered, itemsFrom, nameOfDay, olderThan } from './rules.ts';
import classes from './thread.module.css';
import { ThreadItem } from './thread-item.tsx';
import { useScroll } from './use-scroll.ts';
import { useSeen } from './use-seen.ts';

type Props = {
  number: string;
  items: readonly ChatItem[];
  /** How often something was sent from here; each time the newest is gone to. */
  sent: number;
  onRetry?: ((item: ChatItem) => void) | undefined;
  empty: ReactNode;
};

/** To the newest, for whoever has scrolled up, and how many have arrived meanwhile. */
function ToNewest({ arrived, onClick }: { arrived: number; onClick: () => void }) {
  const icon = <IconArrowDown size={16} stroke={1.6} aria-hidden />;
  return (
    <div className={classes.newest}>
      {arrived === 0 && (
        <ActionIcon
          variant="default"
          radius="xl"
          aria-label={chatWords.toNewest}
          title={chatWords.toNewest}
          onClick={onClick}
        >
          {icon}
        </ActionIcon>
      )}
      {arrived > 0 && (
        <Button size="xs" radius="xl" leftSection={icon} onClick={onClick}>
          {arrived === 1 ? chatWords.newMessage : chatWords.unread(arrived)}
        </Button>
      )}
    </div>
  );
}

/** How many have come since one was last at the end. */
function useArrived(items: readonly ChatItem[], isAtEnd: boolean): number {
  const newest = items.at(-1)?.id;
  const [last, setLast] = useState(newest);
  if (isAtEnd && last !== newest) setLast(newest);
  return isAtEnd ? 0 : countAfter(items, last);
}

/** The conversation by days, a hundred at first and older ones as one scrolls up; the newest at the bottom. */
export function Thread({ number, items, sent, onRetry, empty }: Props) {
  const { timeZone } = useSession();
  const [oldestID, setOldestID] = useState(() => itemsFrom(items, undefined)[0]?.id);
  const [picture, setPicture] = useState<string | null>(null);
  const shown = useMemo(() => itemsFrom(items, oldestID), [items, oldestID]);
  const days = useMemo(() => byDay(shown, timeZone), [shown, timeZone]);
  const { scroller, content, isAtEnd, goToEnd, onScroll } = useScroll({
    oldest: shown[0]?.id,
    onOlder: () => setOldestID(olderThan(items, shown)),
  });
  const arrived = useArrived(items, isAtEnd);
  const firstNew = useSeen(number, items, isAtEnd);
  const divided = firstNew !== undefined && !isAnswered(items, firstNew) ? firstNew : undefined;
  const divider = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Where more is new than fits, it is read from its beginning.
    if (firstNew !== undefined) divider.current?.scrollIntoView({ block: 'nearest' });
  }, [firstNew]);
  useEffect(() => {
    if (sent > 0) goToEnd();
  }, [sent, goToEnd]);
  const now = new Date();
  return (
    <div className={classes.place}>
      <div
        ref={scroller}
        className={classes.thread}
        data-testid="chat-thread"
        role="log"
        aria-label={chatWords.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrows
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content}>
          {items.length === 0 && empty}
          {days.map(({ day, items: ofDay }) => (
            <section key={day}>
              <h3 className={classes.day}>{nameOfDay(day, now, timeZone)}</h3>
              <ul className={classes.items}>
                {ofDay.map((item) => (
                  <li key={item.id}>
                    {item.id === divided && (
                      <p ref={divider} className={classes.divider}>
                        {chatWords.newMessages}
                      </p>
                    )}
                    <ThreadItem item={item} timeZone={timeZone} onOpen={setPicture} onRetry={onRetry} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
      {!isAtEnd && <ToNewest arrived={arrived} onClick={goToEnd} />}
      <Lightbox url={picture} onClose={() => setPicture(null)} />
    </div>
  );
}
