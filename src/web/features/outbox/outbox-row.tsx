// biome-ignore-all lint/a11y/useSemanticElements: positioned rows cannot be in a table element
import { ActionIcon, Button } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type MouseEvent, memo } from 'react';
import type { Message } from '#shared/calls/outbox.ts';
import { finalKindOf, mayRetry } from '#shared/messages/failure-kinds.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { attemptWords, fixWords, outboxWords } from '#shared/words/outbox.ts';
import { MessageState, sayWhy, waitsUntil } from '../../lib/message-state.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { outboxActions } from './acts.ts';
import classes from './outbox-table.module.css';
import { inOneLine } from './rules.ts';

/** The reason of the state, and the number of attempts if it is more than 1. */
const sayAll = (message: Message): string =>
  [sayWhy(message), message.attempts > 1 ? outboxWords.tries(message.attempts) : '']
    .filter(Boolean)
    .join(' · ');

/** Moves the focus to the first button of the row, because the pressed button disappears after its action. */
const keepFocus = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>('[data-row]')?.querySelector('button')?.focus();

/** Shows the time of the last change, or the planned time of a waiting message. */
function Time({ message, timeZone }: { message: Message; timeZone: string }) {
  const until = waitsUntil(message);
  const at = until ?? message.updatedAt;
  return (
    <>
      {until !== null && <span className={classes.held}>{outboxWords.notBefore}</span>}
      <time dateTime={at}>{formatInstant(at, timeZone)}</time>
    </>
  );
}

type ActProps = { message: Message; name: string };

function Retry({ message, name }: ActProps) {
  const { isBusy, run } = useAction();
  const isUnknown = message.status === 'unknown';
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={isBusy}
      aria-label={isUnknown ? outboxWords.retryUnknownNamed(name) : outboxWords.retryNamed(name)}
      onClick={(event) => {
        keepFocus(event);
        void run(() => outboxActions.retry(message));
      }}
    >
      {isUnknown ? outboxWords.retryUnknown : outboxWords.retry}
    </Button>
  );
}

function Leave({ message, name }: ActProps) {
  const { isBusy, run } = useAction();
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={isBusy}
      aria-label={outboxWords.leaveNamed(name)}
      onClick={(event) => {
        keepFocus(event);
        void run(() => outboxActions.leave(message));
      }}
    >
      {outboxWords.leave}
    </Button>
  );
}

function Actions({ message, name }: ActProps) {
  const { isBusy, run } = useAction();
  if (mayRetry(message)) {
    return (
      <div className={classes.decide}>
        <Retry message={message} name={name} />
        {message.status === 'unknown' && <Leave message={message} name={name} />}
      </div>
    );
  }
  const final = message.status === 'failed' && finalKindOf(message.reasonCode);
  if (final) return <small>{fixWords.instead[final]}</small>;
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
        void run(() => outboxActions.cancel(message));
      }}
    >
      <IconX size={18} stroke={1.6} />
    </ActionIcon>
  );
}

type Props = {
  message: Message;
  timeZone: string;
  onChat: (message: Message) => void;
  /** Opens the window that shows the message and its attempts. */
  onOpen: (message: Message) => void;
};

/** Shows one message with its state and reason. A press on the row opens the chat. */
export const OutboxRow = memo(function OutboxRow({ message, timeZone, onChat, onOpen }: Props) {
  const number = useSayNumber()(message.number);
  // This name is a part of each button's accessible name, so that the buttons of different rows can be distinguished.
  const name = message.name || number || outboxWords.noName;
  const shown = message.name || outboxWords.noName;
  const why = sayAll(message);
  return (
    <>
      <div role="cell" className={classes.to}>
        {message.number === '' ? (
          <NameText text={shown} className={classes.name} />
        ) : (
          <button
            type="button"
            className={classes.open}
            title={outboxWords.openChat(name)}
            onClick={() => onChat(message)}
          >
            <NameText text={shown} className={classes.name} />
          </button>
        )}
        <small>{number}</small>
      </div>
      <div role="cell" className={classes.state}>
        <MessageState state={message.status} />
        {why !== '' && <small className={classes.reason}>{why}</small>}
      </div>
      <div role="cell" className={classes.text}>
        <NameText text={inOneLine(message.text) || (message.media ? outboxWords.media : '')} />
      </div>
      <div role="cell" className={classes.time}>
        <Time message={message} timeZone={timeZone} />
      </div>
      <div role="cell" className={classes.actions}>
        <Actions message={message} name={name} />
        <ActionIcon
          size={32}
          aria-label={attemptWords.open(name)}
          title={attemptWords.open(name)}
          onClick={() => onOpen(message)}
        >
          <IconHistory size={18} stroke={1.6} />
        </ActionIcon>
      </div>
    </>
  );
});
