import { ActionIcon, Menu } from '@mantine/core';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { type SortColumn, sortColumns } from '#shared/money/bill-sort.ts';
import { billWords } from '#shared/words/bills.ts';
import { billHabits } from './habits.ts';
import { alwaysShown } from './table-columns.ts';
import classes from './tool-menus.module.css';

/** A menu that chooses the columns of the table. */
export function ColumnMenu() {
  const { hidden } = billHabits.use();
  const toggle = (column: SortColumn): void =>
    billHabits.change({
      hidden: hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column],
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.icon}
          variant="default"
          aria-label={billWords.chooseColumns}
          title={billWords.chooseColumns}
        >
          <IconColumns3 size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{billWords.chooseColumns}</Menu.Label>
        {sortColumns
          .filter((column) => !alwaysShown.includes(column))
          .map((column) => (
            <Menu.CheckboxItem
              key={column}
              checked={!hidden.includes(column)}
              onChange={() => toggle(column)}
            >
              {billWords.columns[column]}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
