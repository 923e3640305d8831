import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { attemptWords } from '#shared/words/outbox.ts';
import { attemptsQuery } from '../../lib/attempts.ts';
import { Attempts } from '../../lib/attempts.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { MessageState, sayWhyAndWhen } from '../../lib/message-state.tsx';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { billMessagesQuery } from './api.ts';
import classes from './opened-bill.module.css';

/** Lists the attempts to send a message. They are loaded when the user opens the list. */
function AttemptList({ message, timeZone }: ItemProps) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...attemptsQuery(message.id), enabled: isOpen });
  return (
    <>
      <button type="button" className={classes.tries} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {attemptWords.tries(message.attempts)}
      </button>
      {isOpen && (
        <div className={classes.attempts}>
          <Loaded query={query} waiting={<Skeleton height={40} />}>
            {(attempts) => <Attempts attempts={attempts} timeZone={timeZone} />}
          </Loaded>
        </div>
      )}
    </>
  );
}

type ItemProps = { message: Message; timeZone: string };

function Item({ message, timeZone }: ItemProps) {
  const text = withoutMarks(message.text);
  const sayNumber = useSayNumber();
  const why = sayWhyAndWhen(message, timeZone);
  return (
    <li>
      <div className={classes.state}>
        <MessageState state={message.status} />
        <time dateTime={message.updatedAt}>{formatInstant(message.updatedAt, timeZone)}</time>
      </div>
      {why !== '' && <p className={classes.reason}>{why}</p>}
      <NameText text={text} title={message.text} className={classes.text} />
      <small>{sayNumber(message.number)}</small>
      {message.attempts > 0 && <AttemptList message={message} timeZone={timeZone} />}
    </li>
  );
}

/** Lists the messages about a bill with their states. Live events refresh the list. */
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
