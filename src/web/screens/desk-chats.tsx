/** The conversations beside the desk: all that have begun, and one with what is known of the family. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Bill } from '#shared/calls/bills.ts';
import { chatWords } from '#shared/words/chats.ts';
import { billWords } from '#shared/words/screen.ts';
import { billQuery } from '../features/bills/api.ts';
import { isUnpaid } from '../features/bills/rules.ts';
import { StatusBadge } from '../features/bills/status-badge.tsx';
import { billsOfNumberQuery, conversationQuery } from '../features/chat/api.ts';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { Conversations } from '../features/chat/conversations.tsx';
import { numbersOf } from '../features/chat/rules.ts';
import { NameText } from '../ui/name-text.tsx';
import classes from './desk-chats.module.css';
import desk from './send-messages.module.css';
import { useDesk } from './use-desk.ts';

/** The member one talks about; of a number alone every bill of the opened billing that has it. */
function useBillsOf(number: string): readonly Bill[] {
  const { billing = 0, member = 0 } = useDesk().search;
  const one = useQuery({ ...billQuery(billing, member), enabled: billing > 0 && member > 0 });
  const ofNumber = useQuery({
    ...billsOfNumberQuery(billing, number),
    enabled: billing > 0 && member === 0 && number !== '',
  });
  if (member > 0) return one.data ? [one.data] : [];
  return ofNumber.data ?? [];
}

/** Whose values a text is filled with: of a family those that have not paid, or it would be reminded of what it has. */
function billsToFill(bills: readonly Bill[]): number[] {
  const unpaid = bills.filter(isUnpaid);
  return (unpaid.length > 0 ? unpaid : bills).map(({ id }) => id);
}

/** Each child with its bill, and the way to it. */
function About({ bills }: { bills: readonly Bill[] }) {
  const { moves } = useDesk();
  return (
    <ul className={classes.bills}>
      {bills.map((bill) => {
        const name = bill.name || billWords.noName;
        return (
          <li key={bill.id}>
            {bills.length > 1 && <NameText text={name} className={classes.name} />}
            <span className={classes.reg}>{bill.regNum ? billWords.reg(bill.regNum) : billWords.noReg}</span>
            <StatusBadge status={bill.status} />
            <Button
              variant="subtle"
              size="compact-xs"
              c="var(--q-accent)"
              fz={12}
              aria-label={chatWords.openBillOf(name)}
              onClick={() => moves.openBill(bill)}
            >
              {chatWords.openBill}
            </Button>
          </li>
        );
      })}
    </ul>
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
      billIDs={billsToFill(bills)}
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
