import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { attemptWords, outboxWords } from '#shared/words/outbox.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { attemptsQuery } from '../../lib/attempts.ts';
import { Attempts } from '../../lib/attempts.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { MessageState, sayWhyAndWhen } from '../../lib/message-state.tsx';
import { paperOfMessage } from '../../lib/papers.ts';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { messageQuery } from './api.ts';
import classes from './message-modal.module.css';

/** Explains why no attempts are listed. It is empty for a message that will never be sent, as its state explains it. */
const explainNoAttempts = ({ attempts, status }: Message): string => {
  if (attempts > 0) return attemptWords.noneStored;
  return status === 'queued' || status === 'sending' ? attemptWords.none : '';
};

type ContentProps = { message: Message; onChat: (message: Message) => void };

function Content({ message, onChat }: ContentProps) {
  const { timeZone } = useSession();
  const query = useQuery(attemptsQuery(message.id));
  const { text, media, status } = message;
  const why = sayWhyAndWhen(message, timeZone);
  return (
    <div className={classes.message}>
      {/* The message of a recipient who was left out may have neither text nor media. */}
      {(text !== '' || media !== '') && (
        <div className={classes.phone}>
          <Bubble
            words={mediaWords}
            side="out"
            text={text}
            media={media}
            onPaper={paperOfMessage(media, message.id)}
            mediaLabel={outboxWords.media}
          />
        </div>
      )}
      <div className={classes.state}>
        <MessageState state={status} />
        {why && <p>{why}</p>}
      </div>
      <section aria-label={attemptWords.list}>
        <Loaded query={query}>
          {(attempts) =>
            attempts.length > 0 ? (
              <Attempts attempts={attempts} timeZone={timeZone} />
            ) : (
              <p className={classes.none}>{explainNoAttempts(message)}</p>
            )
          }
        </Loaded>
      </section>
      {message.number !== '' && (
        <Button className={classes.chat} variant="default" onClick={() => onChat(message)}>
          {attemptWords.chat}
        </Button>
      )}
    </div>
  );
}

type Props = {
  /** The id of the message. Undefined while the window is closed. */
  id: number | undefined;
  onChat: (message: Message) => void;
  onClose: () => void;
};

/** A window that shows one message with its text and all its attempts. */
export function MessageModal({ id, onChat, onClose }: Props) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  // While the window is closing, it still shows the last message.
  const [shown, setShown] = useState(id);
  if (id !== undefined && id !== shown) setShown(id);
  const query = useQuery({ ...messageQuery(shown ?? 0), enabled: id !== undefined });
  const message = query.data;
  const number = useSayNumber()(message?.number ?? '');
  const name = message?.name || outboxWords.noName;
  return (
    <Modal
      opened={id !== undefined}
      onClose={onClose}
      title={
        <>
          <bdi>{message ? attemptWords.title(name) : outboxWords.columns.message}</bdi>
          {message && <small className={classes.number}>{number}</small>}
        </>
      }
      size={480}
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : undefined}
    >
      <Loaded query={query}>{(message) => <Content message={message} onChat={onChat} />}</Loaded>
    </Modal>
  );
}
