import { ActionIcon, Button, Loader } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChatItem } from '#shared/calls/chat.ts';
import { maySend } from '#shared/people/rights.ts';
import { chatWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { useRights, useSession } from '../../lib/session.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Lightbox } from '../../ui/lightbox.tsx';
import type { ChatPage } from './api.ts';
import { byDay, countAfter, isAnswered, nameOfDay } from './rules.ts';
import classes from './thread.module.css';
import { ThreadItem } from './thread-item.tsx';
import { useEarlier } from './use-earlier.ts';
import { useScroll } from './use-scroll.ts';
import { useSeen } from './use-seen.ts';

type Props = {
  number: string;
  latest: ChatPage;
  /** Counts the messages that were sent from this page. Each increase scrolls to the newest message. */
  sent: number;
  onRetry?: ((item: ChatItem) => void) | undefined;
  empty: ReactNode;
};

/** A button that scrolls to the newest message. It shows the number of new messages. */
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
          {arrived === 1 ? chatWords.newestOne : chatWords.unread(arrived)}
        </Button>
      )}
    </div>
  );
}

/** Counts the messages that arrived since the user was last at the end. */
function useArrived(items: readonly ChatItem[], isAtEnd: boolean): number {
  const newest = items.at(-1)?.id;
  const [last, setLast] = useState(newest);
  if (isAtEnd && last !== newest) setLast(newest);
  return isAtEnd ? 0 : countAfter(items, last);
}

type EarlierProps = {
  earlier: ReturnType<typeof useEarlier>;
  /** Gets the focus when the button disappears, so that the user can continue to scroll by keyboard. */
  scroller: RefObject<HTMLDivElement | null>;
};

/** A button that loads earlier messages. Scrolling up also loads them. */
function Earlier({ earlier: { error, isLoading, loadEarlier }, scroller }: EarlierProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const ownButton = button.current;
    return () => {
      if (ownButton && ownButton === document.activeElement) scroller.current?.focus({ preventScroll: true });
    };
  }, [scroller]);
  if (error !== null)
    return (
      <div className={classes.earlier}>
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={loadEarlier}
          isTrying={isLoading}
        />
      </div>
    );
  return (
    <div className={classes.earlier}>
      <Button
        ref={button}
        variant="subtle"
        c="var(--q-bubble-soft)"
        color="gray"
        size="compact-xs"
        // The button is not disabled while loading, because a disabled button loses the focus.
        aria-busy={isLoading}
        leftSection={isLoading && <Loader size={12} color="gray" />}
        onClick={loadEarlier}
      >
        {chatWords.earlier}
      </Button>
    </div>
  );
}

/** Shows the conversation by days, with the newest message at the bottom. Scrolling up loads earlier messages. */
export function Thread({ number, latest, sent, onRetry, empty }: Props) {
  const { timeZone } = useSession();
  const mayAnswer = maySend(useRights());
  const [picture, setPicture] = useState<string | null>(null);
  const earlier = useEarlier(number, latest);
  const { items, hasEarlier, error, loadEarlier } = earlier;
  const days = useMemo(() => byDay(items, timeZone), [items, timeZone]);
  const { scroller, content, isAtEnd, goToEnd, showFrom, onScroll } = useScroll({
    oldest: items[0]?.id,
    onNearTop: () => {
      // After an error the user must press the retry button, because every scroll event would send a request.
      if (hasEarlier && error === null) loadEarlier();
    },
  });
  const arrived = useArrived(items, isAtEnd);
  const firstNew = useSeen(number, items, isAtEnd && mayAnswer);
  const divided = firstNew !== undefined && !isAnswered(items, firstNew) ? firstNew : undefined;
  const divider = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Which messages are new is known only after the server's answer. `showFrom` does nothing if the user has
    // scrolled up in the meantime.
    if (firstNew !== undefined && divider.current) showFrom(divider.current);
  }, [firstNew, showFrom]);
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll this element
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content}>
          {hasEarlier && <Earlier earlier={earlier} scroller={scroller} />}
          {items.length === 0 && empty}
          {days.map(({ day, items: ofDay }) => (
            <section key={day}>
              <h3 className={classes.day}>
                <span>{nameOfDay(day, now, timeZone)}</span>
              </h3>
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
      <Lightbox url={picture} words={chatWords} onClose={() => setPicture(null)} />
    </div>
  );
}
