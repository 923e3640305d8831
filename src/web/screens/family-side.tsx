/** The side panel of a family, with two tabs: its bills and the chat. */
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import type { Conversation, FamilyBill } from '#shared/calls/chat.ts';
import type { Family } from '#shared/calls/families.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { linkBase } from '#shared/people/parent-link.ts';
import { maySend } from '#shared/people/rights.ts';
import { billWords } from '#shared/words/bills.ts';
import { billMoneyWords } from '#shared/words/counter.ts';
import { familyWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { BillActions, Neighbours, OpenedBill } from '../features/bills/opened-bill.tsx';
import { billsToFill, firstNumber } from '../features/bills/rules.ts';
import { conversationQuery, dismissToConfirm } from '../features/chat/api.ts';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { hasNumber, numbersOf } from '../features/chat/rules.ts';
import { familyQuery } from '../features/family/api.ts';
import classes from '../features/family/family.module.css';

import { FamilyBody } from '../features/family/family-body.tsx';
import { FamilyActions, FamilyHead } from '../features/family/family-head.tsx';
import { FamilyLink } from '../features/family/family-link.tsx';
import { FamilyNumbers } from '../features/family/family-numbers.tsx';
import { type FamilyTab, FamilyTabs, sheetOf } from '../features/family/family-tabs.tsx';
import { billInFocus, childrenWith, nameOfFamily, openFirst, periodOf } from '../features/family/rules.ts';
import { ToConfirm } from '../features/family/to-confirm.tsx';
import { PromiseButton, usePromise } from '../features/family/use-promise.tsx';
import { chooseBills } from '../features/messages/use-draft.ts';
import { BillPayments } from '../features/payments/bill-payments.tsx';
import { PrintReceipt } from '../features/payments/print-receipt.tsx';
import { ReceiveHere } from '../features/payments/receive-here.tsx';
import { sayReceived } from '../features/payments/rules.ts';
import type { Done, Way } from '../features/payments/use-receiving.ts';
import { Loaded } from '../lib/loaded.tsx';
import { useRights, useSession } from '../lib/session.ts';
import { useMoney } from '../lib/use-money.ts';
import { useSayNumber } from '../lib/use-say-number.ts';
import { Empty } from '../ui/empty.tsx';
import { Panel } from '../ui/panel.tsx';
import { toastDone } from '../ui/toast.ts';
import { useKeys } from '../ui/use-keys.ts';
import { type DeskSearch, noPanel, readDeskSearch } from './search.ts';
import { useEscape } from './use-escape.ts';
import { FamilyVouchers, VoucherButton } from './voucher-sheets.tsx';

/**
 * Identifies a family by one of its bills, by a phone number, or by a student. A bill may have several numbers;
 * `number` is then the number of the conversation.
 */
export type FamilyRef =
  | { billID: number; number?: string | undefined }
  | { number: string }
  | { studentID: number };

type Props = {
  who: FamilyRef;
  tab: FamilyTab;
  onTab: (tab: FamilyTab) => void;
  onClose: () => void;
};

/** Navigation to the desk from any screen. If the desk is already open, its billing and filters stay as they are. */
function useDeskMoves() {
  const navigate = useNavigate();
  const isOnDesk = useRouterState({ select: ({ location }) => location.pathname === '/send-messages' });
  const go = (to: DeskSearch): void =>
    void navigate({
      to: '/send-messages',
      search: (before: object) => ({ ...(isOnDesk ? readDeskSearch({ ...before }) : {}), ...noPanel, ...to }),
    });
  return {
    isOnDesk,
    edit: ({ id, groupID }: Bill) => go({ billing: groupID, panel: 'member', member: id, from: 'family' }),
    open: ({ id }: Bill) => go({ panel: 'family', member: id }),
    write: ({ id, groupID }: Bill) => {
      chooseBills([id], groupID);
      go({ billing: groupID, panel: 'send' });
    },
    toTemplates: () => void navigate({ to: '/templates' }),
  };
}

type Moves = ReturnType<typeof useDeskMoves>;

/** Like `useState`, but the value is reset when the panel shows another family. */
function useFamilyState<T>(who: FamilyRef): [T | undefined, (value: T | undefined) => void] {
  const key = JSON.stringify(who);
  const [chosen, setChosen] = useState<{ key: string; value: T | undefined }>();
  return [chosen?.key === key ? chosen.value : undefined, (value) => setChosen({ key, value })];
}

/**
 * The number of the conversation and its bills. If the panel was opened by a bill, the chat is about that bill.
 * Otherwise the chat is about all bills with the number.
 */
function useFamilyChat(who: FamilyRef, family: Family | null | undefined) {
  const [chosen, setChosen] = useFamilyState<string>(who);
  const search = useRouterState({ select: ({ location }) => readDeskSearch({ ...location.search }) });
  const all = family?.children.flatMap(({ bills }) => bills) ?? [];
  const member = 'billID' in who ? all.find(({ id }) => id === who.billID) : undefined;
  const given = 'number' in who ? who.number : undefined;
  const storedNumbers = member?.number ?? (family?.numbers ?? []).map(({ number }) => number).join(', ');
  const requested = chosen ?? given ?? '';
  const same = numbersOf(requested || firstNumber(storedNumbers), storedNumbers);
  // The number keeps its first spelling when the family has loaded. Another spelling would remount the chat and lose
  // the text that the person has begun.
  const number = firstNumber(requested) || same.number;
  const numbers = same.numbers.map((one) => (one === same.number ? number : one));
  const ofNumber = all.filter((bill) => hasNumber(bill.number, number));
  const bills = member ? [member] : openFirst(ofNumber);
  const { data: conversation } = useQuery({ ...conversationQuery(number), enabled: number !== '' });
  return { number, numbers, bills, setNumber: setChosen, conversation, opened: search.billing };
}

type FamilyChat = ReturnType<typeof useFamilyChat>;

type ChatProps = {
  familyChat: FamilyChat;
  name: string;
  moves: Moves;
  corner: HTMLElement | null;
  onPromise: (() => void) | undefined;
};

function ChatSheet({ familyChat, name, moves, corner, onPromise }: ChatProps) {
  const { number, numbers, bills, setNumber, opened } = familyChat;
  return (
    <ChatPanel
      key={number}
      number={number}
      numbers={numbers}
      onNumber={setNumber}
      name={name}
      avatar={bills[0]?.avatar}
      billIDs={billsToFill(bills, opened)}
      about={null}
      onTemplates={moves.toTemplates}
      onPromise={onPromise}
      corner={corner}
    />
  );
}

type SheetProps = {
  family: Family;
  /** The conversation with the chosen number. */
  conversation: Conversation | null | undefined;
  bill: FamilyBill | undefined;
  hasNumbers: boolean;
  onFocus: (bill: FamilyBill) => void;
  onChat: (number: string) => void;
  onPromise: (() => void) | undefined;
  onReceive: (beginning: Beginning) => void;
};

/** How a payment begins: with the family's credit, or with a picture that the family has sent. */
type Beginning = { billID: number; usesCredit: boolean; way: Way };

/** The button that opens the form for a payment of this family. */
function ReceiveButton({ credit, onClick }: { credit?: boolean; onClick: () => void }) {
  return (
    <Button variant="light" onClick={onClick}>
      {credit ? billMoneyWords.useCredit : billMoneyWords.receive}
    </Button>
  );
}

function FamilySheet(props: SheetProps) {
  const { family, bill, hasNumbers, conversation, onFocus, onChat, onPromise, onReceive } = props;
  const [opened, setOpened] = useState<number>();
  const { children, numbers } = family;
  const rights = useRights();
  const mayReceive = rights.edit;
  // Without https the page of the family has no link for parents.
  const hasPage = linkBase(useSession().domain) !== undefined && numbers.length > 0;
  const owed =
    (bill && isOpen(bill) ? bill : undefined) ?? children.flatMap(({ bills }) => bills).find(isOpen);
  // A family without an open bill may pay in advance, so the link then uses any of its bills.
  const latest = owed ?? bill ?? children.flatMap(({ bills }) => bills)[0];
  const receive =
    mayReceive && latest
      ? (more: Partial<Beginning> = {}) =>
          // With its credit the family pays what the pane says is payable.
          onReceive({ billID: latest.id, usesCredit: family.credit > 0, way: 'cash', ...more })
      : undefined;
  useKeys(receive ? { r: () => receive() } : {});
  return (
    <FamilyBody
      family={family}
      toConfirm={
        conversation?.toConfirm && (
          <ToConfirm
            sent={conversation.toConfirm}
            family={family}
            receive={receive && <ReceiveButton onClick={() => receive({ way: 'online' })} />}
            onDismiss={maySend(rights) ? () => dismissToConfirm(conversation) : undefined}
          />
        )
      }
      numbers={
        hasNumbers && (
          <FamilyNumbers
            numbers={numbers}
            family={children}
            childrenOf={(number) => childrenWith(children, (typed) => hasNumber(typed, number))}
          />
        )
      }
      focus={bill?.id}
      opened={opened}
      onOpen={(one) => {
        setOpened(one.id === opened ? undefined : one.id);
        onFocus(one);
      }}
      action={
        (owed || latest) && (
          <div className={classes.acts}>
            {mayReceive && hasPage && <FamilyLink numbers={numbers.map(({ number }) => number)} />}
            {onPromise && <PromiseButton onClick={onPromise} />}
            {owed && <FamilyVouchers billID={owed.id} name={owed.name || billWords.noName} />}
            {receive && !conversation?.toConfirm && <ReceiveButton onClick={() => receive()} />}
          </div>
        )
      }
      credit={receive && owed && <ReceiveButton credit onClick={() => receive({ usesCredit: true })} />}
      renderBill={(one) => (
        <OpenedBill
          bill={one}
          onChat={(_bill, number) => onChat(number)}
          voucher={<VoucherButton billID={one.id} name={one.name || billWords.noName} />}
          payments={<BillPayments bill={one} today={family.today} from={family.inTimeFrom} />}
        />
      )}
    />
  );
}

function Waiting() {
  return (
    <div className={classes.family} role="status" aria-label={commonWords.loading}>
      <Skeleton height={40} width={140} my={12} />
      <Skeleton height={96} mb={12} />
      <Skeleton height={72} />
    </div>
  );
}

/** Links to the previous and the next bill of the list on the desk. */
function NeighbourLinks({ bill, moves }: { bill: FamilyBill; moves: Moves }) {
  const {
    q = '',
    status = 'all',
    billing,
  } = useRouterState({
    select: ({ location }) => readDeskSearch({ ...location.search }),
  });
  if (!moves.isOnDesk || billing !== bill.groupID) return null;
  const filters = { groupID: bill.groupID, search: q, status };
  return <Neighbours wanted={filters} billID={bill.id} onOpen={moves.open} />;
}

/** Says that a payment was saved, and prints its receipt. */
function useReceived() {
  const { say } = useMoney();
  const [printing, print] = useState<Done>();
  return {
    printed: printing && (
      <PrintReceipt key={printing.paymentID} paymentID={printing.paymentID} handed={printing.handed} />
    ),
    handOut: (done: Done) => {
      toastDone(sayReceived(done, say));
      // If the family paid only with its credit, there is no new receipt to print.
      if (done.amount > 0) print(done);
    },
  };
}

export function FamilySide({ who, tab, onTab, onClose }: Props) {
  const moves = useDeskMoves();
  const rights = useRights();
  const sayNumber = useSayNumber();
  const billID = 'billID' in who ? who.billID : undefined;
  const query = useQuery(familyQuery('billID' in who ? { billID: who.billID } : who));
  const family = query.data;
  const familyChat = useFamilyChat(who, family);
  const promise = usePromise(family);
  const [corner, setCorner] = useState<HTMLElement | null>(null);
  const [hasNumbers = false, setNumbers] = useFamilyState<boolean>(who);
  const [focus, setFocus] = useFamilyState<number>(who);
  const [beginning, begin] = useFamilyState<Beginning>(who);
  const receipt = useReceived();
  useEscape(beginning !== undefined, () => begin(undefined), true);
  const bill = family ? billInFocus(family.children, focus ?? billID) : undefined;
  const chatName = familyChat.conversation?.name || sayNumber(familyChat.number);
  const name = family ? nameOfFamily(family, chatName) : chatName;
  const mayEdit = rights.edit || rights.delete;
  const isFamily = tab === 'family';
  return (
    <Panel
      title={familyWords.title}
      heading={
        <FamilyHead
          name={name || familyWords.title}
          family={family ?? undefined}
          isOpen={rights.edit && family ? hasNumbers && isFamily : undefined}
          onNumbers={() => {
            setNumbers(!hasNumbers || !isFamily);
            if (!isFamily) onTab('family');
          }}
        />
      }
      closeLabel={commonWords.close}
      onClose={onClose}
      extra={
        <FamilyActions
          number={family?.numbers[0]?.number}
          onEdit={mayEdit && bill ? () => moves.edit(bill) : undefined}
        />
      }
      tabs={
        <>
          <FamilyTabs
            tab={tab}
            unread={familyChat.conversation?.unread ?? 0}
            onTab={onTab}
            besideRef={setCorner}
            beside={isFamily && bill && <NeighbourLinks bill={bill} moves={moves} />}
          />
          {promise.line}
        </>
      }
      footer={
        beginning && isFamily ? (
          <ReceiveHere
            {...beginning}
            onClose={() => begin(undefined)}
            onDone={(done) => {
              begin(undefined);
              receipt.handOut(done);
            }}
          />
        ) : (
          isFamily &&
          bill &&
          (rights.edit || maySend(rights)) && (
            <BillActions bill={bill} month={periodOf(bill)} onSend={moves.write} />
          )
        )
      }
      isFilled
    >
      {receipt.printed}
      <div className={classes.sheet} {...sheetOf(tab)}>
        {isFamily ? (
          <Loaded query={query} waiting={<Waiting />} isInset>
            {(family) =>
              family ? (
                <FamilySheet
                  {...{ family, bill, hasNumbers }}
                  conversation={familyChat.conversation}
                  onPromise={promise.onNote}
                  onReceive={begin}
                  onFocus={({ id }) => setFocus(id)}
                  onChat={(number) => {
                    familyChat.setNumber(number);
                    onTab('chat');
                  }}
                />
              ) : (
                <Empty title={billWords.memberGone} />
              )
            }
          </Loaded>
        ) : (
          (familyChat.number !== '' || family !== undefined) && (
            <ChatSheet {...{ familyChat, name, moves, corner }} onPromise={promise.onNote} />
          )
        )}
      </div>
      {promise.form}
    </Panel>
  );
}
