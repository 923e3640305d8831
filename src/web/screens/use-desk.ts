/** The navigation of the desk. Each step changes the address, so that Back and reload work. */
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import type { BillFilter } from '#shared/money/bill-status.ts';
import { type BillsView, billHabits } from '../features/bills/habits.ts';
import { firstNumber } from '../features/bills/rules.ts';
import type { ClassFilter } from '../features/bills/section-menu.tsx';
import type { Who } from '../features/messages/rules.ts';
import { chooseAudience, chooseBills } from '../features/messages/use-draft.ts';
import {
  type DeskSearch,
  noPanel,
  type OpenedTemplate,
  type PanelName,
  stepBack,
  toTemplates,
} from './search.ts';

const route = getRouteApi('/desk/send-messages');

const allBills = { q: undefined, status: undefined, class: undefined, section: undefined };
const noBilling = {
  ...{ billing: undefined, view: undefined, find: undefined, sort: undefined, as: undefined },
  ...allBills,
  todo: undefined,
};

/** Opens a bill in its billing, even if another billing is open. */
const toBill = ({ billing }: DeskSearch, { id, groupID }: Bill): DeskSearch => ({
  ...(billing !== groupID && { ...noBilling, billing: groupID }),
  ...noPanel,
  panel: 'family',
  member: id,
});

type NavigateOptions = { replace?: boolean; ignoreBlocker?: boolean };
type Go = (change: (before: DeskSearch) => DeskSearch, options?: NavigateOptions) => void;

/** Filters and view of the opened billing. View and order are habits: the next billing opens with them too. */
const billMoves = (go: Go) => ({
  filterBills: (status: BillFilter) => go(() => ({ status: status === 'all' ? undefined : status })),
  chooseClass: ({ class: classID, section }: ClassFilter) => go(() => ({ class: classID, section })),
  showAllBills: () => go(() => allBills),
  sortBills: (sort: string) => {
    billHabits.change({ sort });
    go(() => ({ sort: sort || undefined }), { replace: true });
  },
  showBillsAs: (view: BillsView) => {
    billHabits.change({ view });
    go(() => ({ as: view, view: undefined }));
  },
});

export function useDesk() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const moves = useMemo(() => {
    const go: Go = (change, options = {}) =>
      void navigate({ search: (before) => ({ ...before, ...change(before) }), ...options });
    return {
      openBilling: (billing: number) => go(() => ({ ...noBilling, ...noPanel, billing })),
      backToBillings: () => go(() => ({ ...noBilling, ...noPanel })),
      leaveBilling: () => go(() => ({ ...noBilling, ...noPanel }), { ignoreBlocker: true }),
      leaveForImports: () => go(() => ({ ...noBilling, ...noPanel, panel: 'imports' })),
      addNumbers: () => go(() => ({ ...noBilling, ...noPanel, todo: 'numbers' })),
      backToToday: () => go(() => ({ todo: undefined })),
      openPanel: (panel: PanelName) => go(() => ({ ...noPanel, panel })),
      writeTo: (to: number) => go(() => ({ ...noPanel, panel: 'send', to })),
      writeToAudience: (to: number, who: Who) => {
        chooseAudience(to, who);
        go(() => ({ ...noPanel, panel: 'send', to }));
      },
      writeToBills: (billIDs: number[], groupID: number, who: Who = 'all') => {
        chooseBills(billIDs, groupID, who);
        go(() => ({ ...noPanel, panel: 'send' }));
      },
      openBill: (bill: Bill) => go((before) => toBill(before, bill)),
      openChat: (bill: Bill, number = firstNumber(bill.number)) =>
        go(() => ({ ...noPanel, panel: 'family', tab: 'chat', chat: number, member: bill.id })),
      showTab: (tab: 'family' | 'chat') => go(() => ({ tab: tab === 'chat' ? tab : undefined })),
      talkTo: (chat: string) => go(() => ({ chat }), { replace: true }),
      editMember: (bill: Bill) => go(() => ({ ...noPanel, panel: 'member', member: bill.id })),
      closePanel: () => go(() => noPanel),
      stepBack: () => go(stepBack),
      // Removes `to` once the message has begun. Otherwise returning to the message would begin it again.
      begin: () => go(() => ({ to: undefined }), { replace: true }),
      openTemplates: () => go(toTemplates),
      openTemplate: (template: OpenedTemplate) => go(() => ({ template })),
      leaveTemplate: () => go(stepBack, { replace: true, ignoreBlocker: true }),
      leaveMember: () => go(stepBack, { ignoreBlocker: true }),
      leaveRemoved: () => go(() => noPanel, { ignoreBlocker: true }),
      showMembers: (isShown: boolean) => go(() => ({ view: isShown ? 'members' : undefined })),
      // Replaces the address, so that Back does not go through every typed letter.
      find: (find: string) => go(() => ({ find }), { replace: true }),
      searchBills: (q: string) => go(() => ({ q }), { replace: true }),
      findTemplate: (findTemplate: string) => go(() => ({ findTemplate }), { replace: true }),
      ...billMoves(go),
    };
  }, [navigate]);
  return { search, moves };
}
