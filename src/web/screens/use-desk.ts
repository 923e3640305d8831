/** The moves one can make on the desk; each is an address, so that Back and reload work. */
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Bill, BillFilter } from '#shared/calls/bills.ts';
import { firstNumber } from '../features/bills/rules.ts';
import type { DeskSearch, PanelName } from './search.ts';

const route = getRouteApi('/desk/send-messages');

const noPanel = { panel: undefined, chat: undefined, member: undefined, to: undefined };
const noBilling = { billing: undefined, view: undefined, find: undefined, q: undefined, status: undefined };

/** Writing a message goes on while one looks around; the other panels belong to what was open. */
const keepWriting = ({ panel, to }: DeskSearch): DeskSearch => (panel === 'send' ? { panel, to } : noPanel);

export function useDesk() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const moves = useMemo(() => {
    const go = (change: (before: DeskSearch) => DeskSearch, replace = false): void =>
      void navigate({ search: (before) => ({ ...before, ...change(before) }), replace });
    return {
      openBilling: (billing: number) => go((before) => ({ ...noBilling, ...keepWriting(before), billing })),
      backToBillings: () => go((before) => ({ ...noBilling, ...keepWriting(before) })),
      leaveForImports: () => go(() => ({ ...noBilling, ...noPanel, panel: 'imports' })),
      openPanel: (panel: PanelName) => go(() => ({ ...noPanel, panel })),
      writeTo: (to: number) => go(() => ({ ...noPanel, panel: 'send', to })),
      openChat: (bill: Bill) =>
        go(() => ({ ...noPanel, panel: 'chat', chat: firstNumber(bill.number), member: bill.id })),
      editMember: (bill: Bill) => go(() => ({ ...noPanel, panel: 'member', member: bill.id })),
      closePanel: () => go(() => noPanel),
      showMembers: (isShown: boolean) => go(() => ({ view: isShown ? 'members' : undefined })),
      // What is typed letter by letter is one step back, not many.
      find: (find: string) => go(() => ({ find }), true),
      searchBills: (q: string) => go(() => ({ q }), true),
      filterBills: (status: BillFilter) => go(() => ({ status: status === 'all' ? undefined : status })),
      showAllBills: () => go(() => ({ q: undefined, status: undefined })),
    };
  }, [navigate]);
  return { search, moves };
}

export type Moves = ReturnType<typeof useDesk>['moves'];
