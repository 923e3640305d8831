/** The moves one can make on the desk; each is an address, so that Back and reload work. */
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { BillFilter } from '#shared/bill-status.ts';
import type { Bill } from '#shared/calls/bills.ts';
import { firstNumber } from '../features/bills/rules.ts';
import { chooseBills } from '../features/messages/use-draft.ts';
import { type DeskSearch, noPanel, type PanelName, stepBack, toTemplates } from './search.ts';

const route = getRouteApi('/desk/send-messages');

const noBilling = { billing: undefined, view: undefined, find: undefined, q: undefined, status: undefined };

/** Writing a message goes on while one looks around; the other panels belong to what was open. */
const keepWriting = ({ panel, to }: DeskSearch): DeskSearch => (panel === 'send' ? { panel, to } : noPanel);

/** In its billing, which may be another one than is open. */
const toBill = ({ billing }: DeskSearch, { id, groupID }: Bill): DeskSearch => ({
  ...(billing !== groupID && { ...noBilling, billing: groupID }),
  ...noPanel,
  panel: 'bill',
  member: id,
});

export function useDesk() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const moves = useMemo(() => {
    type Manner = { replace?: boolean; ignoreBlocker?: boolean };
    const go = (change: (before: DeskSearch) => DeskSearch, manner: Manner = {}): void =>
      void navigate({ search: (before) => ({ ...before, ...change(before) }), ...manner });
    return {
      openBilling: (billing: number) => go((before) => ({ ...noBilling, ...keepWriting(before), billing })),
      backToBillings: () => go((before) => ({ ...noBilling, ...keepWriting(before) })),
      leaveBilling: () => go((before) => ({ ...noBilling, ...keepWriting(before) }), { ignoreBlocker: true }),
      leaveForImports: () => go(() => ({ ...noBilling, ...noPanel, panel: 'imports' })),
      openPanel: (panel: PanelName) => go(() => ({ ...noPanel, panel })),
      writeTo: (to: number) => go(() => ({ ...noPanel, panel: 'send', to })),
      writeToBills: (billIDs: number[], groupID: number) => {
        chooseBills(billIDs, groupID);
        go(() => ({ ...noPanel, panel: 'send' }));
      },
      openBill: (bill: Bill) => go((before) => toBill(before, bill)),
      openChat: (bill: Bill, number = firstNumber(bill.number)) =>
        go(() => ({ ...noPanel, panel: 'chat', chat: number, member: bill.id })),
      // Found again as it was left.
      openConversation: (chat: string) =>
        go(({ findChat }) => ({ ...noPanel, panel: 'chat', chat, findChat, from: 'chats' })),
      talkTo: (chat: string) => go(() => ({ chat }), { replace: true }),
      editMember: (bill: Bill) => go(() => ({ ...noPanel, panel: 'member', member: bill.id })),
      editBill: (bill: Bill) => go(() => ({ ...noPanel, panel: 'member', member: bill.id, from: 'bill' })),
      closePanel: () => go(() => noPanel),
      stepBack: () => go(stepBack),
      // Begun once: whoever comes back to the message finds it as it was left.
      begin: () => go(() => ({ to: undefined }), { replace: true }),
      openTemplates: () => go(toTemplates),
      openTemplate: (template: number | 'new') => go(() => ({ template })),
      leaveTemplate: () => go(stepBack, { replace: true, ignoreBlocker: true }),
      leaveMember: () => go(stepBack, { ignoreBlocker: true }),
      leaveRemoved: () => go(() => noPanel, { ignoreBlocker: true }),
      showMembers: (isShown: boolean) => go(() => ({ view: isShown ? 'members' : undefined })),
      // What is typed letter by letter is one step back, not many.
      find: (find: string) => go(() => ({ find }), { replace: true }),
      searchBills: (q: string) => go(() => ({ q }), { replace: true }),
      findChat: (findChat: string) => go(() => ({ findChat }), { replace: true }),
      findTemplate: (findTemplate: string) => go(() => ({ findTemplate }), { replace: true }),
      filterBills: (status: BillFilter) => go(() => ({ status: status === 'all' ? undefined : status })),
      showAllBills: () => go(() => ({ q: undefined, status: undefined })),
    };
  }, [navigate]);
  return { search, moves };
}

export type Moves = ReturnType<typeof useDesk>['moves'];
