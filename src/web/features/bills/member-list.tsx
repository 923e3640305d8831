import { ActionIcon, Skeleton } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { memberSlice } from '#shared/limits.ts';
import { billWords, commonWords, groupWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useRights } from '../../lib/session.ts';
import { ChipButton } from '../../ui/chip-button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import classes from './member-list.module.css';
import { MemberRow } from './member-row.tsx';
import { nextSlice } from './rules.ts';
import { useBills } from './use-bills.ts';

type Props = {
  groupID: number;
  /** The number the chat is open with. */
  chat?: string | undefined;
  find: string;
  onFind: (text: string) => void;
  onBack: () => void;
  onUpload: () => void;
  onChat: (bill: Bill) => void;
  onEdit?: ((bill: Bill) => void) | undefined;
};

const rowHeight = 60;

type RowsProps = Pick<Props, 'chat' | 'onChat' | 'onEdit'> & {
  bills: Bill[];
  count: number;
  slice: number;
  onSlice: (slice: number) => void;
};

function Rows({ bills, count, slice, onSlice, chat, onChat, onEdit }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = Math.min(slice, count);
  const rows = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const scroll = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): void => {
    const next = nextSlice(slice, { top: scrollTop, height: clientHeight, full: scrollHeight }, count);
    if (next !== slice) onSlice(next);
  };
  return (
    <div ref={scroller} className={classes.scroller} onScroll={(event) => scroll(event.currentTarget)}>
      <ul
        className={classes.rows}
        style={{ height: rows.getTotalSize() }}
        data-testid="member-list"
        data-shown={shown}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const bill = bills[index];
          return (
            <li key={index} className={classes.place} style={{ height: rowHeight, top: start }}>
              {bill ? (
                <MemberRow
                  bill={bill}
                  isOpen={chat !== undefined && bill.number.startsWith(chat)}
                  {...{ onChat, onEdit }}
                />
              ) : (
                <Skeleton height={36} m={12} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The opened billing's bills, 200 more at a time. */
export function MemberList({ groupID, chat, find, onFind, onBack, onUpload, onChat, onEdit }: Props) {
  const rights = useRights();
  const [slice, setSlice] = useState(memberSlice);
  const { bills, count, error, isFetching, refetch } = useBills(
    { groupID, search: find, status: 'all' },
    slice,
  );
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
          value={find}
          onSearch={(text) => {
            setSlice(memberSlice);
            onFind(text);
          }}
          hasKey
        />
      </div>
      <h3 className={classes.count}>
        {billWords.listTitle}
        {count !== undefined && <span data-testid="member-count">{count.toLocaleString('en-US')}</span>}
      </h3>
      {error && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
          isInset
        />
      )}
      {count === 0 && <p className={classes.hint}>{find ? commonWords.noMatch(find) : noRecords}</p>}
      {count !== undefined && count > 0 && (
        <Rows
          key={`${groupID} ${find}`}
          {...{ bills, count, slice, chat, onChat, onEdit }}
          onSlice={setSlice}
        />
      )}
    </>
  );
}
