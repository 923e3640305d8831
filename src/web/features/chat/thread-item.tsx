import { Button } from '@mantine/core';
import IconPhoneIncoming from '@tabler/icons-react/dist/esm/icons/IconPhoneIncoming.mjs';
import IconPhoneOutgoing from '@tabler/icons-react/dist/esm/icons/IconPhoneOutgoing.mjs';
import { memo } from 'react';
import type { ChatItem } from '#shared/calls/chat.ts';
import { finalKindOf, mayRetry } from '#shared/messages/failure-kinds.ts';
import { chatWords } from '#shared/words/chats.ts';
import { fixWords, outboxWords } from '#shared/words/outbox.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { MessageState, sayWhyAndWhen } from '../../lib/message-state.tsx';
import { paperOfMessage } from '../../lib/papers.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { sayChange, timeOf } from './rules.ts';
import classes from './thread.module.css';

// These states are shown in words. For all other states the ticks are enough.
const statesInWords = new Set(['failed', 'unknown', 'cancelled', 'skipped']);

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

type Props = {
  item: ChatItem;
  timeZone: string;
  onOpen: (url: string) => void;
  onRetry?: ((item: ChatItem) => void) | undefined;
};

/** Shows one message, and its state if the school sent it, or the line of a call. */
export const ThreadItem = memo(function ThreadItem({ item, timeZone, onOpen, onRetry }: Props) {
  const { status } = item;
  const time = timeOf(item.date, timeZone);
  const why = status ? sayWhyAndWhen({ ...item, status }, timeZone) : '';
  const final = status === 'failed' && finalKindOf(item.reasonCode);
  const isRetried = onRetry && status && mayRetry({ ...item, status });
  const footer = (
    <>
      {sayChange(item) && <span>{sayChange(item)}</span>}
      {item.template && <NameText text={item.template} className={classes.send} />}
      <time dateTime={item.date}>{time}</time>
      {status && <MessageState state={status} isWordHidden={!statesInWords.has(status)} />}
    </>
  );
  if (item.kind === 'call')
    return (
      <p className={classes.call} data-side={item.fromAdmin ? 'out' : 'in'}>
        {item.fromAdmin ? <IconPhoneOutgoing {...icon} /> : <IconPhoneIncoming {...icon} />}
        <span>{item.message}</span>
        {footer}
      </p>
    );
  return (
    <>
      <Bubble
        words={mediaWords}
        side={item.fromAdmin ? 'out' : 'in'}
        isQuiet={item.change === 'revoked'}
        text={item.message}
        media={item.media}
        onPaper={paperOfMessage(item.media, Number(item.id.slice(1)))}
        mediaLabel={chatWords.media}
        open={{ label: chatWords.openPicture(time), onOpen }}
        audio={item.audio}
        audioLabel={chatWords.voiceAt(time)}
        footer={footer}
      />
      {status && (why || isRetried) && (
        <div className={classes.outcome}>
          {why && <p>{why}</p>}
          {final && <p>{fixWords.instead[final]}</p>}
          {isRetried && (
            <Button variant="default" size="compact-xs" onClick={() => onRetry(item)}>
              {status === 'unknown' ? outboxWords.retryUnknown : outboxWords.retry}
            </Button>
          )}
        </div>
      )}
    </>
  );
});
