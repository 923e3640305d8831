import { ActionIcon } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import type { CheckedCell, CheckedRow, RowIssue } from '#shared/sheets/checked.ts';
import { checkWords, fateWords, holdWords } from '#shared/words/import-screen.ts';
import { CellField } from './cell-field.tsx';
import classes from './checked-rows.module.css';
import { otherCells } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  row: CheckedRow;
  /** The fields that every row shows. */
  fields: readonly string[];
  work: Import;
  onSay: (text: string) => void;
};

const signs = { error: IconAlertCircle, warning: IconAlertTriangle };

/** What keeps the row out stands first. */
function Reasons({ row }: { row: CheckedRow }) {
  const isError = ({ level }: RowIssue): boolean => level === 'error';
  const issues = [...row.issues.filter(isError), ...row.issues.filter((issue) => !isError(issue))];
  return (
    <ul className={classes.reasons}>
      {issues.map(({ kind, level, field, sentence }) => {
        const Sign = signs[level];
        return (
          <li key={`${kind} ${field} ${sentence}`} data-level={level}>
            <Sign
              size={15}
              stroke={2}
              aria-label={level === 'error' ? checkWords.error : checkWords.warning}
            />
            <span>{sentence}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Actions({
  row,
  work,
  isOpen,
  onOpen,
}: Props & { isOpen: boolean; onOpen: (open: boolean) => void }) {
  const isOut = row.fate === 'leftOut';
  const leave = isOut ? checkWords.takeIn(row.row) : checkWords.leaveOut(row.row);
  const more = checkWords.showFields(row.row);
  return (
    <>
      <ActionIcon aria-label={more} title={more} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        <IconChevronDown size={16} stroke={1.8} className={classes.chevron} />
      </ActionIcon>
      <ActionIcon aria-label={leave} title={leave} onClick={() => void work.moves.leave([row.id], !isOut)}>
        {isOut ? <IconArrowBackUp size={16} stroke={1.8} /> : <IconX size={16} stroke={1.8} />}
      </ActionIcon>
    </>
  );
}

function fateOf({ fate, hold }: CheckedRow): string {
  return fate === 'held' && hold ? `${fateWords.held}: ${holdWords[hold]}` : fateWords[fate];
}

/** One row: its cells to look at and to mend, what a save would do with it, and why. */
export function CheckedRowCells(props: Props) {
  const { row, fields, work, onSay } = props;
  const [isOpen, setOpen] = useState(false);
  const others = isOpen ? row.cells.filter(({ field }) => !fields.includes(field)) : otherCells(row, fields);
  const edit = (field: string) => async (text: string) => {
    if (await work.moves.edit({ id: row.id, field, text })) onSay(checkWords.rowEdited(row.row));
  };
  const cell = (given: CheckedCell, isLabelled: boolean) => (
    <CellField
      key={given.field}
      row={row.row}
      cell={given}
      isLabelled={isLabelled}
      onEdit={edit(given.field)}
    />
  );
  return (
    <>
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows placed by hand cannot be those of a table element */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells are not stops for the keyboard */}
      <div role="rowheader" className={classes.number}>
        {row.row.toLocaleString('en-US')}
      </div>
      {fields.map((field) => (
        <div key={field} role="cell" className={classes.cell} data-field={field}>
          {cell(row.cells.find((one) => one.field === field) ?? { field, text: '' }, false)}
        </div>
      ))}
      <div role="cell" className={classes.fate} data-fate={row.fate}>
        {fateOf(row)}
        {row.isEdited && <small>{checkWords.edited}</small>}
      </div>
      <div role="cell" className={classes.actions}>
        <Actions {...props} isOpen={isOpen} onOpen={setOpen} />
      </div>
      {(row.issues.length > 0 || others.length > 0) && (
        <div role="cell" className={classes.below}>
          {row.issues.length > 0 && <Reasons row={row} />}
          {others.length > 0 && <div className={classes.others}>{others.map((one) => cell(one, true))}</div>}
        </div>
      )}
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </>
  );
}
