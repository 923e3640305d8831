import IconMicrophone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { memo } from 'react';
import type { Conversation } from '#shared/calls/chat.ts';
import { formatInstant } from '#shared/dates.ts';
import { chatWords } from '#shared/words/chats.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Face } from '../../ui/face.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { UnreadBadge } from '../../ui/unread-badge.tsx';
import classes from './conversations.module.css';
import { latestOf, whenOf } from './rules.ts';

type Props = { conversation: Conversation; timeZone: string; onOpen: (number: string) => void };

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** One family: who, what they wrote last, when, and how much of it nobody has looked at. */
export const ConversationRow = memo(function ConversationRow({ conversation, timeZone, onOpen }: Props) {
  const { number, media, audio, at, unread } = conversation;
  const sayNumber = useSayNumber();
  const name = conversation.name || sayNumber(number);
  return (
    <button
      type="button"
      className={classes.row}
      data-unread={unread > 0 || undefined}
      onClick={() => onOpen(number)}
    >
      <Face name={name} />
      <span className={classes.what}>
        <span className={classes.line}>
          <NameText text={name} className={classes.name} />
          <time dateTime={at} title={formatInstant(at, timeZone)}>
            {whenOf(at, new Date(), timeZone)}
          </time>
        </span>
        <span className={classes.line}>
          <span className={classes.kind}>
            {audio && <IconMicrophone {...icon} />}
            {media && <IconPhoto {...icon} />}
            <NameText text={latestOf(conversation)} className={classes.latest} />
          </span>
          <UnreadBadge count={unread} say={chatWords.unread} />
        </span>
      </span>
    </button>
  );
});
