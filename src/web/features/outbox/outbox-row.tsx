// biome-ignore-all lint/a11y/useSemanticElements: rows placed by hand cannot be those of a table element
import { ActionIcon, Button } from '@mantine/core';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { memo } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { MessageState, sayReason } from '../../ui/message-state.tsx';
import { NameText } from '../../ui/name-text.tsx';
import classes from './outbox-table.module.css';
import { inOneLine, mayRetry } from './rules.ts';

type Props = {
  message: Message;
  timeZone: string;
  onRetry?: ((message: Message) => void) | undefined;
  onChat: (message: Message) => void;
};

/** One message: what became of it, and why. */
export const OutboxRow = memo(function OutboxRow({ message, timeZone, onRetry, onChat }: Props) {
  const name = message.name || message.number;
  return (
    <>
      <div role="cell" className={classes.state}>
        <MessageState state={message.status} />
        {message.reason && (
          <small className={classes.reason} title={message.reason}>
            {sayReason(message.status, message.reason)}
          </small>
        )}
      </div>
      <div role="cell" className={classes.to}>
        <NameText text={name} className={classes.name} />
        <small>{message.number}</small>
      </div>
      <div role="cell" className={classes.text}>
        <NameText
          text={inOneLine(message.text) || (message.media ? outboxWords.media : '')}
          title={message.text}
        />
      </div>
      <div role="cell" className={classes.time}>
        <time dateTime={message.updatedAt}>{formatInstant(message.updatedAt, timeZone)}</time>
      </div>
      <div role="cell" className={classes.actions}>
        {onRetry && mayRetry(message.status) && (
          <Button variant="default" size="compact-sm" onClick={() => onRetry(message)}>
            {message.status === 'unknown' ? outboxWords.retryUnknown : outboxWords.retry}
          </Button>
        )}
        {message.number !== '' && (
          <ActionIcon size={32} aria-label={outboxWords.openChat(name)} onClick={() => onChat(message)}>
            <IconMessage size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
    </>
  );
});
