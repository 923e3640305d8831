import { useLayoutEffect, useRef } from 'react';
import type { ChatItem } from '#shared/calls/chat.ts';
import { chatWords } from '#shared/words/sending.ts';
import { useSession } from '../../lib/session.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { MessageState, sayReason } from '../../ui/message-state.tsx';
import classes from './chat-panel.module.css';
import { byDay, nameOfDay, timeOf } from './rules.ts';

// What went well needs only its ticks, what did not is said in words.
const saidInWords = new Set(['failed', 'unknown', 'cancelled', 'skipped']);

function Item({ item, timeZone }: { item: ChatItem; timeZone: string }) {
  const footer = (
    <>
      <time dateTime={item.date}>{timeOf(item.date, timeZone)}</time>
      {item.status && <MessageState state={item.status} isWordHidden={!saidInWords.has(item.status)} />}
    </>
  );
  return (
    <li>
      <Bubble
        side={item.fromAdmin ? 'out' : 'in'}
        text={item.message}
        media={item.media}
        mediaLabel={chatWords.media}
        audio={item.audio}
        footer={footer}
      />
      {item.status && item.reason && <p className={classes.reason}>{sayReason(item.status, item.reason)}</p>}
    </li>
  );
}

/** The conversation by days, the newest at the bottom and in sight. */
export function Thread({ items }: { items: ChatItem[] }) {
  const { timeZone } = useSession();
  const end = useRef<HTMLDivElement>(null);
  const newest = items.at(-1)?.id;
  useLayoutEffect(() => {
    if (newest) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  const now = new Date();
  return (
    <>
      {byDay(items, timeZone).map(({ day, items: ofDay }) => (
        <section key={day}>
          <h3 className={classes.day}>{nameOfDay(day, now, timeZone)}</h3>
          <ul className={classes.items}>
            {ofDay.map((item) => (
              <Item key={item.id} item={item} timeZone={timeZone} />
            ))}
          </ul>
        </section>
      ))}
      <div ref={end} />
    </>
  );
}
