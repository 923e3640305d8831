import type { Icon } from '@tabler/icons-react';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { MessageState as State } from '#shared/messages/message-states.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { outboxWords, stateWords } from '#shared/words/outbox.ts';
import classes from './message-state.module.css';

export const stateIcons: Record<State, Icon> = {
  queued: IconClock,
  sending: IconSend,
  accepted: IconCheck,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertTriangle,
  unknown: IconHelpCircle,
  cancelled: IconX,
  skipped: IconMinus,
};

/** The reason without the name of the state, because the state is already shown beside it. */
export function withoutState(state: State, reason: string): string {
  const prefix = `${stateWords[state]}: `;
  const rest = reason.startsWith(prefix) ? reason.slice(prefix.length) : reason;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

type MessageOutcome = { status: State; reason: string | null; dueAt: string | null; isDecided: boolean };

/** The instant until which a queued message waits. Null if the message waits for no future instant. */
export const waitsUntil = ({ status, dueAt }: Pick<MessageOutcome, 'status' | 'dueAt'>): string | null =>
  status === 'queued' && dueAt !== null && Date.parse(dueAt) > Date.now() ? dueAt : null;

/** Why the message is in its state. */
export function sayWhy({ status, reason, isDecided }: Omit<MessageOutcome, 'dueAt'>): string {
  if (isDecided) return outboxWords.isLeft;
  return reason ? withoutState(status, reason) : '';
}

/** Why the message is in its state, and until when it waits. */
export function sayWhyAndWhen(message: MessageOutcome, timeZone: string): string {
  const until = waitsUntil(message);
  const wait = until === null ? '' : `${outboxWords.notBefore} ${formatInstant(until, timeZone)}`;
  return [sayWhy(message), wait].filter(Boolean).join(' · ');
}

type Props = { state: State; isWordHidden?: boolean };

/** Shows the state of a message: an icon, which is WhatsApp's ticks where they exist, and the word. */
export function MessageState({ state, isWordHidden = false }: Props) {
  const Shape = stateIcons[state];
  return (
    <span className={classes.state} data-state={state} title={isWordHidden ? stateWords[state] : undefined}>
      <Shape size={16} stroke={2} aria-hidden />
      <span className={isWordHidden ? classes.hidden : undefined}>{stateWords[state]}</span>
    </span>
  );
}
