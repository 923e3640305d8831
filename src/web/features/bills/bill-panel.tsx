import { ActionIcon, Button } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useQuery } from '@tanstack/react-query';
import { isOpen } from '#shared/bill-status.ts';
import type { Bill } from '#shared/calls/bills.ts';
import { maySend } from '#shared/rights.ts';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { History } from '../../lib/history.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { useRights } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type BillsWanted, billQuery, neighboursOf } from './api.ts';
import { BillContacts, BillFields, BillHeads, BillTop } from './bill-details.tsx';
import { BillMessages } from './bill-messages.tsx';
import classes from './bill-panel.module.css';
import { mark } from './mark.ts';

type Moves = {
  onOpen: (bill: Bill) => void;
  /** With one of its numbers. */
  onChat: (bill: Bill, number?: string) => void;
  onEdit: (bill: Bill) => void;
  onSend: (bill: Bill) => void;
  onClose: () => void;
};

type Props = Moves & {
  /** The list it was opened from. */
  wanted: BillsWanted;
  billID: number;
};

const icon = { size: 20, stroke: 1.6 } as const;

function Neighbours({ wanted, billID, onOpen }: Pick<Props, 'wanted' | 'billID' | 'onOpen'>) {
  const { previous, next } = neighboursOf(wanted, billID);
  if (!previous && !next) return null;
  return (
    <>
      <ActionIcon
        aria-label={billWords.previousBill}
        title={billWords.previousBill}
        disabled={!previous}
        onClick={() => previous && onOpen(previous)}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <ActionIcon
        aria-label={billWords.nextBill}
        title={billWords.nextBill}
        disabled={!next}
        onClick={() => next && onOpen(next)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </>
  );
}

function Actions({ bill, onEdit, onChat, onSend }: { bill: Bill } & Omit<Moves, 'onOpen' | 'onClose'>) {
  const rights = useRights();
  const isOwed = isOpen(bill);
  return (
    <div className={classes.actions}>
      <Button variant="default" onClick={() => onChat(bill)} disabled={bill.number === ''}>
        {billWords.chat}
      </Button>
      {(rights.edit || rights.delete) && (
        <Button variant="default" onClick={() => onEdit(bill)}>
          {billWords.editBill}
        </Button>
      )}
      {maySend(rights) && (
        <Button variant="default" onClick={() => onSend(bill)}>
          {billWords.sendMessage}
        </Button>
      )}
      {rights.edit && (
        <Button
          className={classes.whole}
          variant={isOwed ? 'filled' : 'default'}
          onClick={({ detail }) => {
            // The second click of a double one would take it back.
            if (detail <= 1) void mark(bill, isOwed ? 'paid' : 'unpaid');
          }}
        >
          {isOwed ? billWords.markPaid : billWords.markUnpaid}
        </Button>
      )}
    </div>
  );
}

/** One bill with all that is known of it, and what was sent about it. */
export function BillPanel({ wanted, billID, onClose, ...moves }: Props) {
  const query = useQuery(billQuery(wanted.groupID, billID));
  const bill = query.data;
  return (
    <Panel
      title={billWords.billPanel}
      closeLabel={commonWords.close}
      onClose={onClose}
      aside={<Neighbours wanted={wanted} billID={billID} onOpen={moves.onOpen} />}
      footer={bill && <Actions bill={bill} {...moves} />}
    >
      <Loaded query={query}>
        {(bill) =>
          bill ? (
            <>
              <BillTop bill={bill} />
              <BillContacts bill={bill} onChat={moves.onChat} />
              <BillFields bill={bill} />
              <BillHeads bill={bill} />
              <BillMessages billID={bill.id} />
              <History key={bill.id} kind="bill" id={bill.id} />
            </>
          ) : (
            <Empty title={billWords.memberGone} />
          )
        }
      </Loaded>
    </Panel>
  );
}
