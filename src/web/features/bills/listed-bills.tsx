import { Button, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import type { ListedBill } from '#shared/calls/bills.ts';
import type { SortColumn } from '#shared/money/bill-sort.ts';
import { billWords } from '#shared/words/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { dueDayNow } from '../../lib/due-day.ts';
import { useSession } from '../../lib/session.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { type BillsFilters, billPages, placeOf } from './api.ts';
import { BillGrid, severalColumns } from './bill-grid.tsx';
import type { BillMoves } from './bill-handles.tsx';
import { BillTable, rowHeights } from './bill-table.tsx';
import { type ChoiceActs, ChoiceBar } from './choice-bar.tsx';
import type { BillsView } from './habits.ts';
import classes from './listed-bills.module.css';
import { isOfClass } from './section-menu.tsx';
import type { BillChoice } from './use-choice.ts';

type Props = Pick<BillMoves, 'onOpen' | 'onAhead'> & {
  wanted: BillsFilters;
  view: BillsView;
  scroller: RefObject<HTMLElement | null>;
  opened: number | undefined;
  choice: BillChoice;
  /** The actions on selected bills. It is null if the user has no right to any of them. */
  choiceActs: ChoiceActs | null;
  onSort: (column: SortColumn, isAdded: boolean) => void;
  onShowAll: () => void;
  /** Shown if the billing has no bills at all. */
  prompt?: ReactNode;
};

function Waiting({ view }: { view: BillsView }) {
  const height = view === 'table' ? rowHeights.wide - 4 : severalColumns.card;
  return (
    <div className={classes.waiting} data-view={view} role="status" aria-label={commonWords.loading}>
      {Array.from({ length: 16 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
        <Skeleton key={index} height={height} radius={view === 'table' ? 'sm' : 'lg'} />
      ))}
    </div>
  );
}

/** Lists the bills that match the search and the filters, as cards or as a table. Only visible bills are rendered. */
export function ListedBills(props: Props) {
  const { wanted, view, scroller, opened, choice, choiceActs, onOpen, onAhead, onSort, onShowAll, prompt } =
    props;
  const { ref, width } = useElementSize();
  const session = useSession();
  const { at, see, count, error, isFetching, isOld, refetch } = usePages<ListedBill>(billPages(wanted));
  const isSearched = wanted.search !== '';
  const isFiltered = isSearched || wanted.status !== 'all' || isOfClass(wanted);
  const today = dueDayNow(session);
  const onChoose = choiceActs ? choice.choose : undefined;
  const openedAt = opened === undefined ? undefined : placeOf(wanted, opened);
  const inSight = { at, width, today, opened, openedAt, choice, scroller, onOpen, onAhead, onChoose };
  return (
    <div
      ref={ref}
      className={classes.bills}
      aria-busy={isFetching}
      data-old={isOld || undefined}
      data-searched={isSearched || undefined}
    >
      {error && (
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {count === undefined && !error && <Waiting view={view} />}
      <p className={classes.match} role="status">
        {count !== undefined && isSearched && !isOld && billWords.match(count, wanted.search)}
      </p>
      {count === 0 && !error && (
        <Empty title={noRecords} text={isFiltered ? '' : billWords.noneText}>
          {isFiltered ? (
            <Button variant="default" onClick={onShowAll}>
              {billWords.showAll}
            </Button>
          ) : (
            prompt
          )}
        </Empty>
      )}
      {count !== undefined && count > 0 && width > 0 && view === 'cards' && (
        <BillGrid {...inSight} count={count} onSight={see} />
      )}
      {count !== undefined && count > 0 && width > 0 && view === 'table' && (
        <BillTable {...inSight} count={count} onSight={see} sort={wanted.sort ?? ''} onSort={onSort} />
      )}
      {choice.isOn && (
        <ChoiceBar groupID={wanted.groupID} choice={choice} count={count ?? 0} actions={choiceActs} />
      )}
    </div>
  );
}
