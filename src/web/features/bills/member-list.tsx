import { ActionIcon, Skeleton } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Bill, ListedBill } from '#shared/calls/bills.ts';
import { memberSlice } from '#shared/limits.ts';
import { billWords, groupWords } from '#shared/words/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { useRights } from '../../lib/session.ts';
import { type Sight, usePages } from '../../lib/use-pages.ts';
import { WaitingRows } from '../../lib/waiting-rows.tsx';
import { ChipButton } from '../../ui/chip-button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { type BillsFilters, billPages, placeOf } from './api.ts';
import { useOpenedInSight } from './bill-grid.tsx';
import classes from './member-list.module.css';
import { MemberRow } from './member-row.tsx';
import { nextSlice, sliceIncluding } from './rules.ts';

type Props = {
  wanted: BillsFilters;
  /** The phone number of the opened chat. */
  chat?: string | undefined;
  /** The member whose bill or form is open. */
  opened?: number | undefined;
  onFind: (text: string) => void;
  onBack: () => void;
  onUpload: () => void;
  onChat: (bill: Bill) => void;
  /** Prefetches the member, because the user may open it soon. */
  onAhead: (bill: Bill) => void;
};

const rowHeight = 48;
/** The number of rows below the visible ones that are loaded early, so that scrolling shows loaded rows. */
const ahead = 30;

type RowsProps = Pick<Props, 'chat' | 'opened' | 'onChat' | 'onAhead'> & {
  /** The index of the opened bill. */
  openedAt: number | undefined;
  at: (index: number) => ListedBill | undefined;
  count: number;
  onSight: (sight: Sight) => void;
};

/** Virtual list: only visible rows are rendered. */
function Rows({ at, count, onSight, chat, opened, openedAt, onChat, onAhead }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [slice, setSlice] = useState(openedAt === undefined ? memberSlice : sliceIncluding(openedAt));
  const [lastOpenedAt, setLastOpenedAt] = useState(openedAt);
  if (lastOpenedAt !== openedAt) {
    setLastOpenedAt(openedAt);
    if (openedAt !== undefined) setSlice(Math.max(slice, sliceIncluding(openedAt)));
  }
  const shown = Math.min(slice, count);
  const rows = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  useOpenedInSight(rows, openedAt);
  const scroll = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): void => {
    const next = nextSlice(slice, { top: scrollTop, height: clientHeight, full: scrollHeight }, count);
    if (next !== slice) setSlice(next);
  };
  const inPage = rows.getVirtualItems();
  const [first, last] = [inPage[0]?.index ?? 0, inPage.at(-1)?.index ?? 0];
  useLayoutEffect(() => onSight({ first, last: last + ahead }), [onSight, first, last]);
  const arrows = useArrowKeys({ count: shown, rows });
  return (
    <div ref={scroller} className={classes.scroller} onScroll={(event) => scroll(event.currentTarget)}>
      <ul
        {...arrows}
        className={classes.rows}
        style={{ height: rows.getTotalSize() }}
        data-testid="member-list"
        data-shown={shown}
      >
        {inPage.map(({ index, start }) => {
          const bill = at(index);
          return (
            <li
              key={index}
              data-row={index}
              className={classes.place}
              style={{ height: rowHeight, top: start }}
            >
              {bill ? (
                <MemberRow
                  bill={bill}
                  isOpen={bill.id === opened || (chat !== undefined && bill.number.startsWith(chat))}
                  onChat={onChat}
                  onAhead={onAhead}
                />
              ) : (
                <Skeleton height={32} mx={16} my={8} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Lists the bills of the opened billing in the order of the cards. Scrolling to the end of the list adds 200 bills. */
export function MemberList(props: Props) {
  const { wanted, chat, opened, onFind, onBack, onUpload, onChat, onAhead } = props;
  const rights = useRights();
  const { at, see, count, list, error, isFetching, isOld, refetch } = usePages<ListedBill>(billPages(wanted));
  return (
    <>
      <div className={classes.head}>
        <ActionIcon aria-label={billWords.backToBillings} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.6} />
        </ActionIcon>
        <h2>{billWords.title}</h2>
        {rights.add && <ChipButton onClick={onUpload}>{groupWords.upload}</ChipButton>}
      </div>
      <div className={classes.search}>
        <SearchBox
          label={billWords.searchMember}
          clearLabel={commonWords.clearSearch}
          value={wanted.search}
          onSearch={onFind}
          hasKey
        />
      </div>
      <h3 className={classes.count}>
        {billWords.listTitle}
        {count !== undefined && <span data-testid="member-count">{count.toLocaleString('en-US')}</span>}
      </h3>
      {error && (
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
          isInset
        />
      )}
      {count === undefined && !error && <WaitingRows className={classes.waiting} />}
      {count === 0 && (
        <p className={classes.hint}>{wanted.search ? commonWords.noMatch(wanted.search) : noRecords}</p>
      )}
      {count !== undefined && count > 0 && (
        <div className={classes.list} aria-busy={isOld} data-old={isOld || undefined}>
          <Rows
            key={list}
            {...{ at, count, chat, opened, onChat, onAhead }}
            openedAt={opened === undefined ? undefined : placeOf(wanted, opened)}
            onSight={see}
          />
        </div>
      )}
    </>
  );
}
