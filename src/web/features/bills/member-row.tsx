import { ActionIcon } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { memo } from 'react';
import type { Bill, ListedBill } from '#shared/calls/bills.ts';
import { chatWords } from '#shared/words/chats.ts';
import { billWords } from '#shared/words/screen.ts';
import { Face } from '../../ui/face.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { UnreadBadge } from '../../ui/unread-badge.tsx';
import classes from './member-list.module.css';
import { isUnpaid } from './rules.ts';

type Props = {
  bill: ListedBill;
  isOpen: boolean;
  onChat: (bill: Bill) => void;
  onEdit?: ((bill: Bill) => void) | undefined;
};

/** One member: a click opens the chat. */
export const MemberRow = memo(function MemberRow({ bill, isOpen, onChat, onEdit }: Props) {
  const name = bill.name || billWords.noName;
  return (
    <div className={classes.row} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes.open}
        onClick={() => onChat(bill)}
        aria-current={isOpen || undefined}
      >
        <Face name={bill.name} url={bill.avatar} />
        <span className={classes.who}>
          <NameText text={name} className={classes.name} />
          <small>{bill.number || billWords.noNumber}</small>
        </span>
        <span
          className={classes.mark}
          data-unpaid={isUnpaid(bill) || undefined}
          role="img"
          aria-label={bill.status}
        />
        <UnreadBadge count={bill.unread} say={chatWords.unread} className={classes.unread} />
      </button>
      {onEdit && (
        <ActionIcon
          className={classes.edit}
          aria-label={billWords.edit(name)}
          onClick={() => onEdit(bill)}
          size={32}
        >
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  );
});
