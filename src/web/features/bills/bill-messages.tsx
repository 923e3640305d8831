import { useQuery } from '@tanstack/react-query';
import type { Message } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import { billWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MessageState, sayReason } from '../../ui/message-state.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { withoutMarks } from '../../ui/whatsapp-marks.ts';
import { billMessagesQuery } from './api.ts';
import classes from './bill-panel.module.css';

function Item({ message, timeZone }: { message: Message; timeZone: string }) {
  const text = withoutMarks(message.text);
  return (
    <li>
      <div className={classes.state}>
        <MessageState state={message.status} />
        <time dateTime={message.updatedAt}>{formatInstant(message.updatedAt, timeZone)}</time>
      </div>
      {message.reason && <p className={classes.reason}>{sayReason(message.status, message.reason)}</p>}
      <NameText text={text} title={message.text} className={classes.text} />
      <small>{message.number}</small>
    </li>
  );
}

/** What was sent about a bill and what became of it; it follows by itself. */
export function BillMessages({ billID }: { billID: number }) {
  const { timeZone } = useSession();
  const query = useQuery(billMessagesQuery(billID));
  return (
    <section className={classes.part} data-testid="bill-messages">
      <h4>{billWords.messages}</h4>
      <Loaded query={query}>
        {(messages) =>
          messages.length === 0 ? (
            <p className={classes.none}>{billWords.noMessages}</p>
          ) : (
            <ul className={classes.messages}>
              {messages.map((message) => (
                <Item key={message.id} message={message} timeZone={timeZone} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
