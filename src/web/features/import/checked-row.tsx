import { ActionIcon } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import type { CheckedCell, CheckedRow, ProblemLine, RowIssue } from '#shared/sheets/checked.ts';
import { checkWords, holdWords, rowOutcomeWords } from '#shared/words/import-screen.ts';
import { CellField } from './cell-field.tsx';
import classes from './checked-rows.module.css';
import { otherCells, type Pair, periodIn, shortPeriod, textOf } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  row: CheckedRow;
  /** The fields that every row shows. */
  fields: readonly string[];
  /** The problem whose rows are shown. */
  line?: ProblemLine | undefined;
  /** The field of this problem, if it has two columns of its own. */
  pair?: Pair | null;
  /** The field to edit. */
  toEdit?: { field: string; time: number } | null;
  work: Import;
  onSay: (text: string) => void;
};

const signs = { error: IconAlertCircle, warning: IconAlertTriangle };

/** Lists the problems of a row, errors first. */
function Reasons({ issues: all }: { issues: readonly RowIssue[] }) {
  const isError = ({ level }: RowIssue): boolean => level === 'error';
  const issues = [...all.filter(isError), ...all.filter((issue) => !isError(issue))];
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
  const isOut = row.outcome === 'leftOut';
  const label = isOut ? checkWords.takeIn(row.row) : checkWords.leaveOut(row.row);
  const more = checkWords.showFields(row.row);
  return (
    <>
      <ActionIcon aria-label={more} title={more} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        <IconChevronDown size={16} stroke={1.8} className={classes.chevron} />
      </ActionIcon>
      <ActionIcon aria-label={label} title={label} onClick={() => void work.moves.leaveOut([row.id], !isOut)}>
        {isOut ? <IconArrowBackUp size={16} stroke={1.8} /> : <IconX size={16} stroke={1.8} />}
      </ActionIcon>
    </>
  );
}

function outcomeText({ outcome: fate, hold }: CheckedRow): string {
  return fate === 'held' && hold ? `${rowOutcomeWords.held}: ${holdWords[hold]}` : rowOutcomeWords[fate];
}

const fieldsOfPair = ({ field }: Pair): string[] => (field === 'month' ? ['month', 'year'] : [field]);

type PairProps = {
  row: CheckedRow;
  line: ProblemLine;
  pair: Pair;
  toEdit: Props['toEdit'];
  onEdit: (text: string) => Promise<void>;
};

/** Shows the value in the file, which is struck out if it changes, and the new value. */
function PairCells({ row, line, pair, toEdit, onEdit }: PairProps) {
  const { field } = pair;
  const cell = row.cells.find((one) => one.field === field) ?? { field, text: '' };
  const isPeriod = line.kind === 'otherPeriod';
  const use = line.answers.find(({ name }) => name === 'use');
  const isChanged = cell.before !== undefined;
  const proposal = line.answer === null && !isChanged ? use?.text : undefined;
  const before = isPeriod ? periodIn(row, 'before') : (cell.before ?? cell.text);
  const now = isPeriod ? periodIn(row, 'now') : cell.text;
  const after = isPeriod && proposal ? shortPeriod(proposal) : proposal;
  const isStruck = isChanged || proposal !== undefined;
  const text = before === '' ? checkWords.none : textOf(before);
  return (
    <>
      {/* biome-ignore-start lint/a11y/useSemanticElements: positioned rows cannot be in a table element */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells take no keyboard focus */}
      <div role="cell" className={classes.inFile}>
        {isStruck && before !== '' ? (
          <s>
            <bdi>{text}</bdi>
          </s>
        ) : (
          <bdi>{text}</bdi>
        )}
      </div>
      <div role="cell" className={classes.becomes} data-proposed={proposal !== undefined || undefined}>
        {isPeriod ? (
          <span className={classes.period}>{after ?? now}</span>
        ) : (
          <CellField
            row={row.row}
            cell={{ field, text: cell.text, ...(cell.level && !isChanged && { level: cell.level }) }}
            shown={after}
            isLabelled={false}
            editNow={toEdit?.field === field ? toEdit.time : undefined}
            onEdit={onEdit}
          />
        )}
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </>
  );
}

/** Shows one row: its cells, which can be edited, what a save does with the row, and its problems. */
export function CheckedRowCells(props: Props) {
  const { row, fields, line, pair, toEdit, work, onSay } = props;
  const [isOpen, setOpen] = useState(false);
  const shown = pair ? [...fields, ...fieldsOfPair(pair)] : fields;
  // The problem that filters the rows is shown once above them. The other problems are shown when the row is opened.
  const othersIfClosed = pair ? [] : otherCells(row, fields);
  const others = isOpen ? row.cells.filter(({ field }) => !shown.includes(field)) : othersIfClosed;
  const issues = pair && !isOpen ? [] : row.issues;
  const edit = (field: string) => async (text: string) => {
    if (await work.moves.edit({ id: row.id, field, text })) onSay(checkWords.rowEdited(row.row));
  };
  const cell = ({ level, ...given }: CheckedCell, isLabelled: boolean) => (
    <CellField
      key={given.field}
      row={row.row}
      cell={level && (isOpen || !pair || level === 'error') ? { ...given, level } : given}
      isLabelled={isLabelled}
      editNow={toEdit?.field === given.field ? toEdit.time : undefined}
      onEdit={edit(given.field)}
    />
  );
  return (
    <>
      {/* biome-ignore-start lint/a11y/useSemanticElements: positioned rows cannot be in a table element */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: a table's cells take no keyboard focus */}
      <div role="rowheader" className={classes.number}>
        {row.row.toLocaleString('en-US')}
      </div>
      {fields.map((field) => (
        <div key={field} role="cell" className={classes.cell} data-field={field}>
          {cell(row.cells.find((one) => one.field === field) ?? { field, text: '' }, false)}
        </div>
      ))}
      {pair && line ? (
        <PairCells row={row} line={line} pair={pair} toEdit={toEdit} onEdit={edit(pair.field)} />
      ) : (
        <div role="cell" className={classes.fate} data-fate={row.outcome}>
          {outcomeText(row)}
          {row.isEdited && <small>{checkWords.edited}</small>}
        </div>
      )}
      <div role="cell" className={classes.actions}>
        <Actions {...props} isOpen={isOpen} onOpen={setOpen} />
      </div>
      {(issues.length > 0 || others.length > 0) && (
        <div role="cell" className={classes.below}>
          {issues.length > 0 && <Reasons issues={issues} />}
          {others.length > 0 && <div className={classes.others}>{others.map((one) => cell(one, true))}</div>}
        </div>
      )}
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </>
  );
}
