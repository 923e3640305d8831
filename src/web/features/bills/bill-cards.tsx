import { Button, Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import type { ListedBill } from '#shared/calls/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Empty } from '../../ui/empty.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { type BillsWanted, billPages } from './api.ts';
import type { CardMoves } from './bill-card.tsx';
import classes from './bill-cards.module.css';
import { BillGrid, tall } from './bill-grid.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import type { BillChoice } from './use-choice.ts';

type Props = Omit<CardMoves, 'onChoose'> & {
  wanted: BillsWanted;
  scroller: RefObject<HTMLElement | null>;
  opened: number | undefined;
  choice: BillChoice;
  /** What can be done with those that are chosen; null where one may do nothing with them. */
  choiceActions: ReactNode;
  onShowAll: () => void;
  /** What to do where there are no bills at all. */
  prompt?: ReactNode;
};

function Waiting() {
  return (
    <div className={classes.waiting} role="status" aria-label={commonWords.loading}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to be told apart by
        <Skeleton key={index} height={tall.card} radius="lg" />
      ))}
    </div>
  );
}

/** The bills of a billing as cards; only those in sight are in the page. */
export function BillCards(props: Props) {
  const { wanted, scroller, opened, choice, choiceActions, onOpen, onEdit, onShowAll, prompt } = props;
  const { ref, width } = useElementSize();
  const { at, see, count, error, isFetching, isOld, refetch } = usePages<ListedBill>(billPages(wanted));
  const isSearched = wanted.search !== '';
  const isFiltered = isSearched || wanted.status !== 'all';
  return (
    <div
      ref={ref}
      className={classes.cards}
      aria-busy={isFetching}
      data-old={isOld || undefined}
      data-searched={isSearched || undefined}
    >
      {error && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {count === undefined && !error && <Waiting />}
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
      {count !== undefined && count > 0 && width > 0 && (
        <BillGrid
          {...{ at, count, width, opened, choice, scroller, onOpen, onEdit }}
          onChoose={choiceActions ? choice.choose : undefined}
          onSight={see}
        />
      )}
      {choice.isOn && <ChoiceBar choice={choice} count={count ?? 0} actions={choiceActions} />}
    </div>
  );
}
