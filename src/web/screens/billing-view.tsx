import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { maySend } from '#shared/rights.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { billWords, commonWords, groupWords } from '#shared/words/screen.ts';
import { BillCards } from '../features/bills/bill-cards.tsx';
import { markAllPaid } from '../features/bills/mark.ts';
import { filtersOf } from '../features/bills/rules.ts';
import { type BillChoice, useChoice } from '../features/bills/use-choice.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { GroupFigures } from '../features/groups/group-figures.tsx';
import { LiveBroadcasts } from '../features/outbox/live-broadcasts.tsx';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { Segments } from '../ui/segments.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { BillingHeader } from './billing-header.tsx';
import classes from './billing-view.module.css';
import { Elsewhere } from './elsewhere.tsx';
import { useDesk } from './use-desk.ts';
import { useEscape } from './use-escape.ts';

function Tools({ group }: { group: GroupSummary }) {
  const { search, moves } = useDesk();
  const status = search.status ?? 'all';
  return (
    <div className={classes.tools}>
      <Segments
        label={billWords.filterLabel}
        segments={filtersOf(group, status).map(({ value, count }) => ({
          value,
          label: billWords.filters[value],
          count,
        }))}
        value={status}
        onChange={moves.filterBills}
      />
      {/* Beside the list of members its own box searches the cards too. */}
      <div className={classes.search} data-in-place-of-list>
        <SearchBox
          label={billWords.searchBills}
          clearLabel={commonWords.clearSearch}
          value={search.q ?? ''}
          onSearch={moves.searchBills}
          hasKey
        />
      </div>
    </div>
  );
}

/** What one may do with the bills that are chosen; null where there is nothing one may do. */
function useChoiceActions(group: GroupSummary, { ids, clear }: BillChoice) {
  const { moves } = useDesk();
  const rights = useRights();
  const [isBusy, setBusy] = useState(false);
  const markPaid = async (): Promise<void> => {
    setBusy(true);
    if (await markAllPaid(group.id, [...ids])) clear();
    setBusy(false);
  };
  if (!maySend(rights)) return null;
  return (
    <>
      <Button onClick={() => moves.writeToBills([...ids], group.id)}>{billWords.sendMessage}</Button>
      {rights.edit && (
        <Button variant="default" onClick={() => void markPaid()} loading={isBusy}>
          {billWords.markPaid}
        </Button>
      )}
    </>
  );
}

function Opened({ group, groups }: { group: GroupSummary; groups: GroupSummary[] }) {
  const { search, moves } = useDesk();
  const rights = useRights();
  const scroller = useRef<HTMLDivElement>(null);
  const status = search.status ?? 'all';
  const q = search.q ?? '';
  const wanted = { groupID: group.id, search: q, status };
  const choice = useChoice(wanted);
  const choiceActions = useChoiceActions(group, choice);
  useEscape(choice.isOn, choice.clear, true);
  usePageTitle(`${group.name} · ${commonWords.product}`);
  // Another filter or search begins at its first card.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what it begins anew for
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0);
  }, [status, q]);
  return (
    <div ref={scroller} className={classes.scroller} data-testid="billing">
      <div className={classes.above}>
        <BillingHeader group={group} onChoose={choiceActions ? choice.start : undefined} />
        <GroupFigures group={group} />
        <LiveBroadcasts
          billings={groups}
          opened={group.id}
          linkToOutbox={(text) => (rights.outbox ? <Link to="/outbox">{text}</Link> : text)}
        />
      </div>
      <Tools group={group} />
      <BillCards
        wanted={wanted}
        scroller={scroller}
        opened={search.panel === 'bill' ? search.member : undefined}
        choice={choice}
        choiceActions={choiceActions}
        onOpen={moves.openBill}
        onEdit={rights.edit || rights.delete ? moves.editMember : undefined}
        onShowAll={moves.showAllBills}
        prompt={
          rights.add && (
            <Button onClick={() => moves.openPanel('add-members')}>{groupWords.addMembers}</Button>
          )
        }
      />
      {q !== '' && <Elsewhere groupID={group.id} text={q} />}
    </div>
  );
}

/** The opened billing: what it is, its figures, and a card per bill. */
export function BillingView({ groupID }: { groupID: number }) {
  const { moves } = useDesk();
  const { data, error, isFetching, refetch } = useQuery(groupsQuery);
  const group = data?.find(({ id }) => id === groupID);
  if (data && group) return <Opened group={group} groups={data} />;
  if (data)
    return (
      <Empty title={groupWords.gone} text={groupWords.goneText}>
        <Button onClick={moves.backToBillings}>{billWords.backToBillings}</Button>
      </Empty>
    );
  if (error) {
    const again = () => void refetch();
    return (
      <Trouble
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
      <Skeleton height={72} radius="lg" />
    </div>
  );
}
