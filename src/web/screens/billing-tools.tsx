/** The row above an opened billing's bills: filters, class, order and view. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { useQuery } from '@tanstack/react-query';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { billWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { countsQuery } from '../features/bills/api.ts';
import { ColumnMenu } from '../features/bills/column-menu.tsx';
import { type BillsView, billHabits } from '../features/bills/habits.ts';
import { filtersOf } from '../features/bills/rules.ts';
import { SectionItems, SectionMenu } from '../features/bills/section-menu.tsx';
import { SortItems, SortMenu } from '../features/bills/sort-menu.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Segments } from '../ui/segments.tsx';
import classes from './billing-tools.module.css';
import { useBillsView } from './use-bills-view.ts';
import { useDesk } from './use-desk.ts';

const icon = { size: 14, stroke: 1.7, 'aria-hidden': true } as const;
const views = [
  { value: 'cards', label: billWords.views.cards, icon: <IconLayoutGrid {...icon} /> },
  { value: 'table', label: billWords.views.table, icon: <IconTable {...icon} /> },
] as const;

type Props = { group: GroupSummary; view: BillsView; sort: string };

/** Searches the bills. It is hidden while the member list is visible, because that list has its own search box. */
export function BillSearch() {
  const { search, moves } = useDesk();
  return (
    <div className={classes.search} data-in-place-of-list>
      <SearchBox
        label={billWords.searchMember}
        clearLabel={commonWords.clearSearch}
        value={search.q ?? ''}
        onSearch={moves.searchBills}
        hasKey
      />
    </div>
  );
}

/** One menu for class and order, for a screen with room for only one button. */
function NarrowMenu({ group, sort }: Pick<Props, 'group' | 'sort'>) {
  const { search, moves } = useDesk();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.narrow}
          variant="default"
          aria-label={billWords.filterAndSort}
          title={billWords.filterAndSort}
          data-on={search.section !== undefined || sort !== '' || undefined}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.Label>{billWords.sortBy}</Menu.Label>
        <SortItems sort={sort} onSort={moves.sortBills} />
        <Menu.Label>{billWords.classes}</Menu.Label>
        <SectionItems groupID={group.id} section={search.section} onSection={moves.chooseSection} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Hides and shows the list of members. */
function ListButton() {
  const { isListShown } = billHabits.use();
  return (
    <Button
      className={classes.list}
      variant="default"
      leftSection={<IconList {...icon} />}
      onClick={() => billHabits.change({ isListShown: !isListShown })}
    >
      {isListShown ? billWords.hideList : billWords.showList}
    </Button>
  );
}

/** The filters by status, counted among the bills that match search and class. */
function useFilters(group: GroupSummary) {
  const { filters } = useBillsView();
  const { search, section, status } = filters;
  const isNarrowed = search !== '' || section !== undefined;
  const { data } = useQuery(countsQuery(filters));
  const counts = isNarrowed ? data : group;
  return filtersOf(counts ?? group, status).map(({ value, count }) => ({
    value,
    label: billWords.filters[value],
    hint: value === 'unpaid' ? billWords.unpaidHint : undefined,
    count: counts && count,
  }));
}

export function BillingTools({ group, view, sort }: Props) {
  const { search, moves } = useDesk();
  const status = search.status ?? 'all';
  const filters = useFilters(group);
  return (
    <div className={classes.tools}>
      <Segments
        label={billWords.filterLabel}
        segments={filters}
        value={status}
        onChange={moves.filterBills}
      />
      <BillSearch />
      <div className={classes.ways}>
        <div className={classes.wide}>
          <SectionMenu groupID={group.id} section={search.section} onSection={moves.chooseSection} />
          {view === 'cards' && <SortMenu sort={sort} onSort={moves.sortBills} />}
        </div>
        <NarrowMenu group={group} sort={sort} />
        {view === 'table' && (
          <div className={classes.ofTable}>
            <ColumnMenu />
            <ListButton />
          </div>
        )}
        <div className={classes.views}>
          <Segments label={billWords.viewLabel} segments={views} value={view} onChange={moves.showBillsAs} />
        </div>
      </div>
    </div>
  );
}
