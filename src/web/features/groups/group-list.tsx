import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { groupWords } from '#shared/words/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { useRights } from '../../lib/session.ts';
import { WaitingRows } from '../../lib/waiting-rows.tsx';
import { ChipButton } from '../../ui/chip-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { groupsQuery } from './api.ts';
import classes from './group-list.module.css';
import { GroupRow } from './group-row.tsx';
import { searchGroups } from './rules.ts';

type Props = {
  find: string;
  onFind: (text: string) => void;
  onOpen: (id: number) => void;
  /** Prefetches a billing, because the user may open it soon. */
  onAhead: (id: number) => void;
  onUpload: () => void;
  onMessage: (id: number) => void;
  /** The new-message and outbox icons beside the title. */
  icons?: ReactNode;
};

type RowsProps = { groups: GroupSummary[]; props: Props };

function Rows({ groups, props }: RowsProps) {
  const rights = useRights();
  const shown = searchGroups(groups, props.find);
  const arrows = useArrowKeys({ count: shown.length });
  if (groups.length === 0) {
    return <Empty title={groupWords.none} text={rights.add ? groupWords.noneText : groupWords.noneToSee} />;
  }
  if (shown.length === 0) return <p className={classes.hint}>{commonWords.noMatch(props.find)}</p>;
  return (
    <ul className={classes.rows} {...arrows}>
      {shown.map((group, row) => (
        <GroupRow
          key={group.id}
          group={group}
          row={row}
          onOpen={props.onOpen}
          onAhead={props.onAhead}
          onMessage={rights.edit ? props.onMessage : undefined}
        />
      ))}
    </ul>
  );
}

/** Lists the billings of the campus, the newest month first. */
export function GroupList(props: Props) {
  const rights = useRights();
  const { data, error, isFetching, refetch } = useQuery(groupsQuery);
  return (
    <>
      <div className={classes.head}>
        <h2>{groupWords.title}</h2>
        {rights.add && <ChipButton onClick={props.onUpload}>{groupWords.upload}</ChipButton>}
        {props.icons}
      </div>
      <div className={classes.search}>
        <SearchBox
          label={groupWords.search}
          clearLabel={commonWords.clearSearch}
          value={props.find}
          onSearch={props.onFind}
          hasKey
        />
      </div>
      {data && <Rows groups={data} props={props} />}
      {!data && error && (
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
          isInset
        />
      )}
      {!data && !error && <WaitingRows className={classes.waiting} />}
    </>
  );
}
