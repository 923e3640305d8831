/** The conversations beside the desk: all that have begun, and one with what is known of the family. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isOpen } from '#shared/bill-status.ts';
import type { Bill } from '#shared/calls/bills.ts';
import { chatWords } from '#shared/words/chats.ts';
import { billWords } from '#shared/words/screen.ts';
import { billQuery } from '../features/bills/api.ts';
import { mark } from '../features/bills/mark.ts';
import { billsToFill } from '../features/bills/rules.ts';
import { StatusBadge } from '../features/bills/status-badge.tsx';
import { billsOfNumberQuery, conversationQuery } from '../features/chat/api.ts';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { Conversations } from '../features/chat/conversations.tsx';
import { numbersOf } from '../features/chat/rules.ts';
import { useRights } from '../lib/session.ts';
import { NameText } from '../ui/name-text.tsx';
import classes from './desk-chats.module.css';
import desk from './send-messages.module.css';
import { useDesk } from './use-desk.ts';

type BillOfChat = Bill & { billing?: string };

/** The member one talks about; of a number alone every bill that has it. */
function useBillsOf(number: string): readonly BillOfChat[] {
  const { billing = 0, member = 0 } = useDesk().search;
  const one = useQuery({ ...billQuery(billing, member), enabled: billing > 0 && member > 0 });
  const ofNumber = useQuery({ ...billsOfNumberQuery(number), enabled: member === 0 && number !== '' });
  if (member > 0) return one.data ? [one.data] : [];
  return ofNumber.data ?? [];
}

/** Each bill with its child, and the way to it; of a number alone also which billing's, and what is mostly done next. */
function About({ bills }: { bills: readonly BillOfChat[] }) {
  const { moves } = useDesk();
  const { edit } = useRights();
  return (
    <ul className={classes.bills}>
      {bills.map((bill) => {
        const { billing } = bill;
        const name = bill.name || billWords.noName;
        const of = billing === undefined ? [name] : [name, billing];
        return (
          <li key={bill.id}>
            {(bills.length > 1 || billing !== undefined) && <NameText text={name} className={classes.name} />}
            <span className={classes.reg}>{bill.regNum ? billWords.reg(bill.regNum) : billWords.noReg}</span>
            <StatusBadge status={bill.status} />
            <span className={classes.ways} data-wide={billing !== undefined || undefined}>
              {billing !== undefined && <NameText text={billing} className={classes.billing} />}
              {billing !== undefined && edit && isOpen(bill) && (
                <Way label={chatWords.markPaidOf(...of)} onClick={() => void mark(bill, 'paid')}>
                  {billWords.markPaid}
                </Way>
              )}
              <Way label={chatWords.openBillOf(...of)} onClick={() => moves.openBill(bill)}>
                {chatWords.openBill}
              </Way>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Way({ label, ...props }: { label: string; onClick: () => void; children: string }) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      c="var(--q-accent)"
      fz={12}
      flex="none"
      aria-label={label}
      {...props}
    />
  );
}

function Chat({ asked }: { asked: string }) {
  const { search, moves } = useDesk();
  const bills = useBillsOf(asked);
  const [first] = bills;
  const { number, numbers } = numbersOf(asked, search.member === undefined ? '' : (first?.number ?? ''));
  const { data: known } = useQuery({ ...conversationQuery(number), enabled: number !== '' });
  return (
    <ChatPanel
      key={number}
      number={number}
      numbers={numbers}
      onNumber={moves.talkTo}
      name={first?.name || known?.name || ''}
      avatar={first?.avatar}
      billIDs={billsToFill(bills, search.billing)}
      about={bills.length > 0 && <About bills={bills} />}
      onTemplates={moves.openTemplates}
      onBack={search.from === 'chats' ? moves.stepBack : undefined}
      onClose={moves.closePanel}
    />
  );
}

export function Chats() {
  const { search, moves } = useDesk();
  const { chat, member, findChat = '', from } = search;
  const isOpened = chat !== undefined || member !== undefined;
  return (
    <div className={desk.layers}>
      {/* Behind an opened conversation the list stays, with where it was scrolled to and what had the focus. */}
      {(!isOpened || from === 'chats') && (
        <div className={desk.layer} data-behind={isOpened || undefined}>
          <Conversations
            find={findChat}
            onFind={moves.findChat}
            onOpen={moves.openConversation}
            onClose={moves.closePanel}
          />
        </div>
      )}
      {isOpened && <Chat asked={chat ?? ''} />}
    </div>
  );
}
