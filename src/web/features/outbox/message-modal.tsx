import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Message } from '#shared/calls/outbox.ts';
import { attemptWords } from '#shared/words/attempts.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { attemptsQuery } from '../../lib/attempts.ts';
import { useSession } from '../../lib/session.ts';
import { Attempts } from '../../ui/attempts.tsx';
import { Bubble } from '../../ui/bubble.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './message-modal.module.css';

type ContentProps = { message: Message; onChat: (message: Message) => void };

function Content({ message, onChat }: ContentProps) {
  const { timeZone } = useSession();
  const query = useQuery(attemptsQuery(message.id));
  return (
    <div className={classes.message}>
      <div className={classes.phone}>
        <Bubble side="out" text={message.text} media={message.media} mediaLabel={outboxWords.media} />
      </div>
      <section aria-label={attemptWords.list}>
        <Loaded query={query}>
          {(attempts) =>
            attempts.length > 0 ? (
              <Attempts attempts={attempts} timeZone={timeZone} />
            ) : (
              <p className={classes.none}>
                {message.attempts > 0 ? attemptWords.noneKept : attemptWords.none}
              </p>
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

type Props = { message: Message | null; onChat: (message: Message) => void; onClose: () => void };

/** The whole of one message: as it was written, and what came of every try. */
export function MessageModal({ message, onChat, onClose }: Props) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const name = message?.name || message?.number || outboxWords.noName;
  return (
    <Modal
      opened={message !== null}
      onClose={onClose}
      title={
        <>
          <bdi>{attemptWords.title(name)}</bdi>
          {message?.name && <small className={classes.number}>{message.number}</small>}
        </>
      }
      size={480}
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : undefined}
      closeButtonProps={{ 'aria-label': commonWords.close }}
    >
      {message && <Content message={message} onChat={onChat} />}
    </Modal>
  );
}
