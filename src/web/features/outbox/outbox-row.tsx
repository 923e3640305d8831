// biome-ignore-all lint/a11y/useSemanticElements: rows placed by hand cannot be those of a table element
import { ActionIcon, Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type MouseEvent, memo } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { MessageState, sayReason } from '../../ui/message-state.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { acts, useBusy } from './acts.ts';
import classes from './outbox-table.module.css';
import { inOneLine, mayRetry } from './rules.ts';

/** Why, and after how many tries. */
function sayWhy({ status, reason, attempts }: Message): string {
  const why = reason ? sayReason(status, reason) : '';
  return [why, attempts > 1 ? outboxWords.tries(attempts) : ''].filter(Boolean).join(' · ');
}

/** The button goes when it has done its work; the focus stays in the row. */
const keepFocus = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>('[data-row]')?.querySelector('button')?.focus();

function Actions({ message, name }: { message: Message; name: string }) {
  const { isBusy, act } = useBusy();
  const isUnknown = message.status === 'unknown';
  if (mayRetry(message.status)) {
    return (
      <Button
        variant="default"
        size="compact-sm"
        loading={isBusy}
        aria-label={isUnknown ? outboxWords.retryUnknownNamed(name) : outboxWords.retryNamed(name)}
        onClick={(event) => {
          keepFocus(event);
          act(() => acts.retry(message));
        }}
      >
        {isUnknown ? outboxWords.retryUnknown : outboxWords.retry}
      </Button>
    );
  }
  if (message.status !== 'queued') return null;
  const label = outboxWords.cancelNamed(name);
  return (
    <ActionIcon
      size={32}
      aria-label={label}
      title={label}
      loading={isBusy}
      onClick={(event) => {
        keepFocus(event);
        act(() => acts.cancel(message));
      }}
    >
      <IconX size={18} stroke={1.6} />
    </ActionIcon>
  );
}

type Props = { message: Message; timeZone: string; onChat: (message: Message) => void };

/** One message: what became of it, and why. A press on it opens the chat. */
export const OutboxRow = memo(function OutboxRow({ message, timeZone, onChat }: Props) {
  const name = message.name || message.number || outboxWords.noName;
  const why = sayWhy(message);
  return (
    <>
      <div role="cell" className={classes.to}>
        {message.number === '' ? (
          <NameText text={name} className={classes.name} />
        ) : (
          <button
            type="button"
            className={classes.open}
            title={outboxWords.openChat(name)}
            onClick={() => onChat(message)}
          >
            <NameText text={name} className={classes.name} />
          </button>
        )}
        <small>{message.number}</small>
      </div>
      <div role="cell" className={classes.state}>
        <MessageState state={message.status} />
        {why !== '' && <small className={classes.reason}>{why}</small>}
      </div>
      <div role="cell" className={classes.text}>
        <NameText text={inOneLine(message.text) || (message.media ? outboxWords.media : '')} />
      </div>
      <div role="cell" className={classes.time}>
        <time dateTime={message.updatedAt}>{formatInstant(message.updatedAt, timeZone)}</time>
      </div>
      <div role="cell" className={classes.actions}>
        <Actions message={message} name={name} />
      </div>
    </>
  );
});
