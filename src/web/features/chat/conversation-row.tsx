import IconMicrophone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { Fragment, memo } from 'react';
import type { Conversation } from '#shared/calls/chat.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { chatWords } from '#shared/words/chats.ts';
import { MessageState } from '../../lib/message-state.tsx';
import { useMoney } from '../../lib/use-money.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { NameLine, NameText } from '../../ui/name-text.tsx';
import { onIntent } from '../../ui/on-intent.ts';
import classes from './conversations.module.css';
import { childrenOf, latestOf, nameOf, whenOf } from './rules.ts';

type Props = {
  conversation: Conversation;
  timeZone: string;
  isOpen: boolean;
  onOpen: (number: string) => void;
  /** Prefetches the conversation, because the user may open it soon. */
  onAhead: (number: string) => void;
};

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** Shows the family's last message, or the school's later answer with its state. */
function Latest({ conversation }: Pick<Props, 'conversation'>) {
  const { isAnswered, sent } = conversation;
  const latest = isAnswered && sent ? { ...sent, audio: '' } : conversation;
  return (
    <span className={classes.kind}>
      {latest === conversation && conversation.audio && <IconMicrophone {...icon} />}
      {latest.media && <IconPhoto {...icon} />}
      {isAnswered && sent?.status && <MessageState state={sent.status} isWordHidden />}
      <NameText text={latestOf(latest)} className={classes.latest} />
    </span>
  );
}

/** Lists the children with their classes on one line. The line runs from left to right, even if a name is in Urdu. */
function About({ listed }: { listed: Conversation['children'] }) {
  const { shown, more } = childrenOf(listed);
  return (
    <NameLine names={shown.map(({ name }) => name)} className={classes.about}>
      {shown.map(({ name, place }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two children may have the same name
        <Fragment key={at}>
          {at > 0 && ', '}
          {name && <bdi>{name}</bdi>}
          {name && place && ' '}
          {place}
        </Fragment>
      ))}
      {more > 0 && ` ${chatWords.andMore(more)}`}
    </NameLine>
  );
}

/** Shows one family with its last message, the time of the message, the children, and the amount payable. */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { conversation, timeZone, isOpen, onOpen, onAhead } = props;
  const { number, at, unread, isAnswered, toConfirm, children, payable } = conversation;
  const sayNumber = useSayNumber();
  const money = useMoney();
  const paid = children.length > 0 ? chatWords.isPaid : '';
  return (
    <button
      type="button"
      className={classes.row}
      data-unread={unread > 0 || undefined}
      data-waits={!isAnswered || undefined}
      aria-current={isOpen || undefined}
      onClick={() => onOpen(number)}
      {...onIntent(() => onAhead(number))}
    >
      <span className={classes.line}>
        <NameText text={nameOf(conversation) || sayNumber(number)} className={classes.name} />
        <time dateTime={at} title={formatInstant(at, timeZone)}>
          {whenOf(at, new Date(), timeZone)}
        </time>
      </span>
      <span className={classes.line}>
        <Latest conversation={conversation} />
        <CountBadge count={unread} say={chatWords.unread} />
      </span>
      <span className={classes.line}>
        <About listed={children} />
        {toConfirm && <span className={classes.confirm}>{chatWords.toConfirm}</span>}
        <span className={classes.payable}>{payable > 0 ? money.say(payable) : paid}</span>
      </span>
    </button>
  );
});
