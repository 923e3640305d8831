import { memo } from 'react';
import type { Bill, ListedBill } from '#shared/calls/bills.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { billWords, sayStatus } from '#shared/words/bills.ts';
import { chatWords } from '#shared/words/chats.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { onIntent } from '../../ui/on-intent.ts';
import classes from './member-list.module.css';
import { MessageTick } from './message-tick.tsx';
import { isUnpaid } from './rules.ts';

type Props = {
  bill: ListedBill;
  isOpen: boolean;
  onChat: (bill: Bill) => void;
  /** Prefetches the member, because the user may open it soon. */
  onAhead: (bill: Bill) => void;
};

/** Shows one member, and opens the chat on a click. If class and father are unknown, the row shows the number. */
export const MemberRow = memo(function MemberRow({ bill, isOpen, onChat, onAhead }: Props) {
  const sayNumber = useSayNumber();
  const place = nameOfClass(bill);
  const father = bill.fatherName ?? '';
  const isKnown = place !== '' || father !== '';
  return (
    <button
      type="button"
      className={classes.row}
      data-open={isOpen || undefined}
      onClick={() => onChat(bill)}
      {...onIntent(() => onAhead(bill))}
      aria-current={isOpen || undefined}
    >
      <span className={classes.who}>
        <NameText text={bill.name || billWords.noName} className={classes.name} />
        <span className={classes.more}>
          {isKnown && place !== '' && <span>{father === '' ? place : `${place} · `}</span>}
          {isKnown && father !== '' && <NameText text={father} className={classes.father} />}
          {!isKnown && <span>{sayNumber(bill.number) || billWords.noNumber}</span>}
        </span>
      </span>
      <CountBadge count={bill.unread} say={chatWords.unread} />
      <MessageTick bill={bill} isWordHidden />
      <span
        className={classes.mark}
        data-unpaid={isUnpaid(bill) || undefined}
        role="img"
        aria-label={sayStatus(bill.status)}
        title={sayStatus(bill.status)}
      />
    </button>
  );
});
