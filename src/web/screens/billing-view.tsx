import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { readSorts, sortsAfter, writeSorts } from '#shared/money/bill-sort.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { maySend } from '#shared/people/rights.ts';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { figuresQuery } from '../features/bills/api.ts';
import type { ChoiceActs } from '../features/bills/choice-bar.tsx';
import { ListedBills } from '../features/bills/listed-bills.tsx';
import { markAllPaid } from '../features/bills/mark.ts';
import { type BillChoice, useChoice } from '../features/bills/use-choice.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { GroupFigures } from '../features/groups/group-figures.tsx';
import { BillingSends } from '../features/outbox/billing-sends.tsx';
import type { LinkToSend } from '../features/outbox/links.ts';
import type { PrintTarget } from '../features/vouchers/print-sheet.tsx';
import { useRights } from '../lib/session.ts';
import { useAction } from '../lib/use-action.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { onIntent } from '../ui/on-intent.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { useKeys } from '../ui/use-keys.ts';
import { prefetchBill, prefetchSend } from './ahead.ts';
import { BillingHeader } from './billing-header.tsx';
import { BillingTools, BillSearch } from './billing-tools.tsx';
import classes from './billing-view.module.css';
import { FoundElsewhere } from './elsewhere.tsx';
import { useBillsView } from './use-bills-view.ts';
import { useDesk } from './use-desk.ts';
import { useEscape } from './use-escape.ts';
import { VoucherPrinting } from './voucher-sheets.tsx';

const toSend: LinkToSend = (search, props) => (
  <Link to="/outbox" search={search} {...onIntent(() => prefetchSend(search.run))} {...props} />
);

/** The actions on selected bills, or null if the user's rights allow no action. */
function useChoiceActs(
  group: GroupSummary,
  { ids, clear }: BillChoice,
  onPrint: (target: PrintTarget) => void,
): ChoiceActs | null {
  const { moves } = useDesk();
  const rights = useRights();
  const { isBusy, run } = useAction();
  const markPaid = (): void =>
    void run(async () => {
      await markAllPaid([...ids]);
      clear();
    });
  if (!maySend(rights)) return null;
  return {
    onSend: () => moves.writeToBills([...ids], group.id),
    onMarkPaid: rights.edit ? markPaid : undefined,
    onVouchers: () => onPrint({ billIDs: [...ids] }),
    isBusy,
  };
}

/** The classes of the billing, as choices. */
const sectionsOf = (figures: AnswerOf<'GET /Groups/:id/Figures'> | undefined) =>
  (figures?.sections ?? []).map((one) => ({ id: one.id, name: nameOfClass(one) }));

function Opened({ group }: { group: GroupSummary }) {
  const { search, moves } = useDesk();
  const rights = useRights();
  const scroller = useRef<HTMLDivElement>(null);
  const { view, filters } = useBillsView();
  const { status, class: classID, section, sort = '' } = filters;
  const choice = useChoice(filters);
  const [printing, setPrinting] = useState<PrintTarget>();
  const choiceActs = useChoiceActs(group, choice, setPrinting);
  const { data: figures } = useQuery(figuresQuery(group.id));
  useEscape(choice.isOn, choice.clear, true);
  useKeys({ v: () => moves.showBillsAs(view === 'cards' ? 'table' : 'cards') });
  usePageTitle(`${group.name} · ${commonWords.product}`);
  // After a change of filter, order or search the list starts at its first bill.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these scrolls back to the start
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0);
  }, [status, classID, section, sort, view, filters.search]);
  return (
    <div ref={scroller} className={classes.scroller} data-testid="billing">
      <div className={classes.above}>
        <BillingHeader
          group={group}
          onChoose={choiceActs ? choice.start : undefined}
          onVouchers={() => setPrinting({ groupID: group.id, sections: sectionsOf(figures), section })}
        />
        <div className={classes.onPhone}>
          <BillSearch />
        </div>
        <GroupFigures group={group} payable={figures?.payable} onFilter={moves.filterBills} />
        <BillingSends groupID={group.id} link={rights.outbox ? toSend : undefined} />
      </div>
      <BillingTools group={group} view={view} sort={sort} />
      <ListedBills
        wanted={filters}
        view={view}
        scroller={scroller}
        opened={search.panel === 'family' ? search.member : undefined}
        choice={choice}
        choiceActs={choiceActs}
        onOpen={moves.openBill}
        onAhead={prefetchBill}
        onSort={(column, isAdded) =>
          moves.sortBills(writeSorts(sortsAfter(readSorts(sort), column, isAdded)))
        }
        onShowAll={moves.showAllBills}
        prompt={
          rights.add && (
            <Button onClick={() => moves.openPanel('add-members')}>{groupWords.addMembers}</Button>
          )
        }
      />
      {filters.search !== '' && <FoundElsewhere groupID={group.id} text={filters.search} />}
      <VoucherPrinting target={printing} onClose={() => setPrinting(undefined)} />
    </div>
  );
}

/** The opened billing: its header, its figures and its bills as cards or as a table. */
export function BillingView({ groupID }: { groupID: number }) {
  const { moves } = useDesk();
  const { data, error, isFetching, refetch } = useQuery(groupsQuery);
  const group = data?.find(({ id }) => id === groupID);
  if (data && group) return <Opened group={group} />;
  if (data)
    return (
      <Empty title={groupWords.gone} text={groupWords.goneText}>
        <Button onClick={moves.backToBillings}>{billWords.backToBillings}</Button>
      </Empty>
    );
  if (error) {
    const again = () => void refetch();
    return (
      <ErrorAlert
        isInset
        message={sentenceOf(error)}
        tryAgain={commonWords.tryAgain}
        onTryAgain={again}
        isTrying={isFetching}
      />
    );
  }
  return (
    <div className={classes.waiting} role="status" aria-label={commonWords.loading}>
      <Skeleton height={28} width={240} />
      <Skeleton height={40} radius="lg" />
    </div>
  );
}
