import { useState } from 'react';
import type { FamilyMessage } from '#shared/calls/families.ts';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { dayIn, formatDay, formatInstant } from '#shared/time/dates.ts';
import { familyWords } from '#shared/words/families.ts';
import { MessageState, sayWhyAndWhen } from '../../lib/message-state.tsx';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './family.module.css';

/** The day without its year, because the messages are nearly always of the current year. */
const shortDay = (day: string): string => formatDay(day).replace(/ \d{4}$/, '');

function Item({ message, isLatest }: { message: FamilyMessage; isLatest: boolean }) {
  const [isOpen, setOpen] = useState(isLatest);
  const { timeZone } = useSession();
  const sayNumber = useSayNumber();
  const text = withoutMarks(message.text);
  const why = sayWhyAndWhen(message, timeZone);
  const { createdAt, updatedAt, send, number, status } = message;
  return (
    <li>
      <button
        type="button"
        className={classes.message}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <time dateTime={createdAt}>{shortDay(dayIn(timeZone, new Date(createdAt)))}</time>
        <span>
          <NameText text={send ?? (text || why)} />
          {!isOpen && (send ?? text) !== '' && why !== '' && <small>{why}</small>}
        </span>
        <MessageState state={status} />
      </button>
      {isOpen && (
        <div className={classes.whole}>
          {why !== '' && <p>{why}</p>}
          {text !== '' && <p dir="auto">{text}</p>}
          <small>
            {sayNumber(number)} · {formatInstant(updatedAt, timeZone)}
          </small>
        </div>
      )}
    </li>
  );
}

/** Lists the messages to the family or about its bills, with their states. The latest message is shown in full. */
export function FamilyMessages({ messages }: { messages: readonly FamilyMessage[] }) {
  return (
    <section className={classes.part} aria-label={familyWords.messages}>
      <h3>{familyWords.messages}</h3>
      {messages.length === 0 && <p className={classes.none}>{familyWords.noMessages}</p>}
      <ul className={classes.list}>
        {messages.map((message, index) => (
          <Item key={message.id} message={message} isLatest={index === 0} />
        ))}
      </ul>
    </section>
  );
}
