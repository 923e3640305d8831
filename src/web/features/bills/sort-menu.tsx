import { Button, Menu } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type BillSort, readSorts, type SortColumn, writeSorts } from '#shared/money/bill-sort.ts';
import { billWords } from '#shared/words/bills.ts';
import classes from './tool-menus.module.css';

export type SortProps = { sort: string; onSort: (sort: string) => void };

/** The columns by which cards can be sorted. The table can be sorted by all its columns. */
const offered: readonly SortColumn[] = ['regNum', 'name', 'class', 'payable', 'dueDate', 'message'];

const nameOf = (column: SortColumn): string =>
  column === 'regNum' ? billWords.regNum : billWords.columns[column];

function Arrow({ sort }: { sort: BillSort | undefined }) {
  if (!sort) return null;
  const Shape = sort.isDown ? IconArrowDown : IconArrowUp;
  return <Shape size={14} stroke={2} aria-hidden />;
}

/** Menu items for the sort orders. Choosing the current sort order again reverses it. */
export function SortItems({ sort, onSort }: SortProps) {
  const [first] = readSorts(sort);
  const sortBy = (by: SortColumn) => () =>
    onSort(writeSorts([{ by, isDown: first?.by === by && !first.isDown }]));
  return (
    <>
      <Menu.Item onClick={() => onSort('')}>{billWords.fileOrder}</Menu.Item>
      {offered.map((column) => (
        <Menu.Item
          key={column}
          rightSection={<Arrow sort={first?.by === column ? first : undefined} />}
          onClick={sortBy(column)}
        >
          {nameOf(column)}
        </Menu.Item>
      ))}
    </>
  );
}

export function SortMenu(props: SortProps) {
  const sorts = readSorts(props.sort);
  const [first] = sorts;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.button}
          variant="default"
          title={first ? billWords.sortedBy(sorts.map(({ by }) => nameOf(by))) : billWords.sortBy}
          leftSection={first ? <Arrow sort={first} /> : <IconArrowsSort size={14} stroke={1.7} aria-hidden />}
        >
          {first ? nameOf(first.by) : billWords.fileOrder}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SortItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}
