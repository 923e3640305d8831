import { Button, NativeSelect, NumberInput } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { OpenedBook, SheetColumn } from '#shared/sheets/checked.ts';
import { columnLetter } from '#shared/sheets/column-letter.ts';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { letterNames } from '#shared/sheets/sheet-words.ts';
import { columnWords } from '#shared/words/import-screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './columns-step.module.css';
import { Notice } from './notice.tsx';
import { Question } from './question.tsx';
import { RivalsQuestions } from './rivals-questions.tsx';
import { fieldChoices, isToLookAt, missingFields, ownerOf } from './rules.ts';
import type { Import } from './use-import.ts';

/** Asks for the encoding of a text file that does not declare its encoding. Each choice shows sample words. */
function LettersQuestion({ book, work }: { book: OpenedBook; work: Import }) {
  if (!book.letters) return null;
  const { encoding: chosen, choices } = book.letters;
  return (
    <Question
      text={columnWords.letters}
      hint={columnWords.lettersHint}
      answers={choices.map(({ encoding, samples }) => ({
        label: letterNames[encoding],
        samples,
        isChosen: encoding === chosen,
        onChoose: () => void work.moves.map({ encoding }),
      }))}
    />
  );
}

type Props = { kind: ImportKind; work: Import };
type BookProps = { book: OpenedBook; work: Import };

function Sheets({ book, work }: BookProps) {
  return (
    <div className={classes.sheet}>
      {book.sheets.length > 1 && (
        <NativeSelect
          label={columnWords.sheet}
          value={String(book.sheet)}
          data={book.sheets.map(({ name, rows }, index) => ({
            value: String(index),
            label: columnWords.sheetRows(name, rows),
          }))}
          onChange={(event) => void work.moves.map({ sheet: Number(event.currentTarget.value) })}
        />
      )}
      <NumberInput
        key={`${book.sheet} ${book.headerRow}`}
        className={classes.headerRow}
        label={columnWords.headerRow}
        defaultValue={book.headerRow || ''}
        min={1}
        allowDecimal={false}
        hideControls
        onBlur={(event) => {
          const headerRow = Number(event.currentTarget.value);
          if (headerRow > 0 && headerRow !== book.headerRow) void work.moves.map({ headerRow });
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </div>
  );
}

const origins = {
  name: '',
  fee: columnWords.fee,
  memory: columnWords.remembered,
  empty: columnWords.isEmpty,
  hand: columnWords.byHand,
};

/** Why the column has its field: what its cells show, and where the choice comes from. */
function Why({ column }: { column: SheetColumn }) {
  const { by, field, cells, fits, hasNoPlace } = column;
  const shown = columnWords.cells(field, cells);
  if (by === 'none') {
    const problem = hasNoPlace ? columnWords.noPlace : fits ? columnWords.fitsToo : columnWords.unknown;
    return (
      <span className={classes.unknown}>
        <IconAlertTriangle size={14} stroke={2} aria-hidden />
        {[problem, shown].filter(Boolean).join(' · ')}
      </span>
    );
  }
  const origin = by === 'name' && fits ? columnWords.proposed : origins[by];
  return (
    <span className={classes.known}>
      {field && <IconCheck size={14} stroke={2} aria-hidden />}
      {[shown, origin].filter(Boolean).join(' · ')}
    </span>
  );
}

function Owner({ kind, column: { field } }: { kind: ImportKind; column: SheetColumn }) {
  if (kind === 'students') return null;
  const owner = ownerOf(field);
  const names = { child: columnWords.ofChild, bill: columnWords.ofBill, none: columnWords.ofNone };
  return (
    <span className={classes.owner} data-of={owner}>
      {names[owner]}
    </span>
  );
}

const nameOfColumn = ({ heading, index }: SheetColumn): string =>
  heading || columnWords.noHeading(columnLetter(index));

type ColumnProps = {
  kind: ImportKind;
  column: SheetColumn;
  choices: { value: string; label: string }[];
  /** The reason why the last choice for the column was refused. */
  refusal: string | undefined;
  work: Import;
};

function ColumnRow({ kind, column, choices, refusal, work }: ColumnProps) {
  const { index, field, samples } = column;
  const name = nameOfColumn(column);
  return (
    <li className={classes.column} data-by={column.by}>
      <div className={classes.heading}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={classes.samples}>
          {samples.length === 0
            ? columnWords.noSamples
            : samples.slice(0, 3).map((sample, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two samples may be the same
                <span key={place} className={classes.sample}>
                  <NameText text={sample} />
                </span>
              ))}
        </span>
      </div>
      <NativeSelect
        aria-label={columnWords.fieldOf(name)}
        value={column.by === 'none' ? 'none' : (field ?? '')}
        data={column.by === 'none' ? [{ value: 'none', label: columnWords.notChosen }, ...choices] : choices}
        onChange={(event) =>
          void work.moves.map({ column: { index, field: event.currentTarget.value || null } })
        }
      />
      <Owner kind={kind} column={column} />
      <Why column={column} />
      {refusal && (
        <div className={classes.refusal}>
          <Notice text={refusal} />
        </div>
      )}
    </li>
  );
}

/** Marks columns as unused. This counts as the user's choice, so it is remembered for the next file. */
async function leaveUnused(columns: readonly SheetColumn[], { moves }: Import): Promise<void> {
  for (const { index } of columns) await moves.map({ column: { index, field: null } });
}

function LeaveUnused({ columns, work }: { columns: readonly SheetColumn[]; work: Import }) {
  return (
    <Button variant="default" size="compact-sm" onClick={() => void leaveUnused(columns, work)}>
      {columnWords.leaveUnused}
    </Button>
  );
}

/** Lists the columns that were not recognised. */
function Unknown({ book, work }: BookProps) {
  const unknown = book.columns.filter(({ by, fits, hasNoPlace }) => by === 'none' && !fits && !hasNoPlace);
  if (unknown.length === 0) return null;
  const isAll = unknown.length === book.columns.length;
  return (
    <div className={classes.missing}>
      {isAll
        ? columnWords.noneRecognised(book.headerRow)
        : columnWords.unknownAre(unknown.map(nameOfColumn).join(', '))}
      {!isAll && <LeaveUnused columns={unknown} work={work} />}
    </div>
  );
}

/** Lists the fees that do not fit, because all fee heads of a bill are used. */
function TooManyFees({ book, work }: BookProps) {
  const beyond = book.columns.filter(({ hasNoPlace }) => hasNoPlace);
  if (beyond.length === 0) return null;
  return (
    <div className={classes.missing}>
      {columnWords.tooManyHeads(beyond.map(nameOfColumn))}
      <LeaveUnused columns={beyond} work={work} />
    </div>
  );
}

/** Lists the columns whose headings look like fees, and asks the user to confirm them. */
function Fees({ book, work }: BookProps) {
  const fees = book.columns.filter(({ by }) => by === 'fee');
  if (fees.length === 0) return null;
  const keepFees = async (): Promise<void> => {
    for (const { index, field } of fees) await work.moves.map({ column: { index, field } });
  };
  return (
    <div className={classes.missing}>
      {columnWords.feesAre(fees.map(nameOfColumn).join(', '))}
      <Button variant="default" size="compact-sm" onClick={() => void keepFees()}>
        {columnWords.keepFees}
      </Button>
    </div>
  );
}

/** The step in which the user assigns the columns of the sheet to fields. */
export function ColumnsStep({ kind, work }: Props) {
  const { book, trouble } = work.state;
  if (!book) return null;
  const choices = [{ value: '', label: columnWords.notUsed }, ...fieldChoices(kind)];
  const missing = missingFields(kind, book);
  // An error about a column is shown at that column and not at the top, because the column may be far below.
  const isColumnError = book.columns.some(({ index }) => index === trouble?.column);
  const [toLookAt, clear] = [book.columns.filter(isToLookAt), book.columns.filter((one) => !isToLookAt(one))];
  const groups = [
    { title: columnWords.lookAt(toLookAt.length), columns: toLookAt },
    { title: columnWords.clear(clear.length), columns: clear },
  ].filter(({ columns }) => columns.length > 0);
  return (
    <div className={classes.columns}>
      {book.columns.length > 0 && (
        <p className={classes.text}>{columnWords.summary(book.columns.length, clear.length)}</p>
      )}
      {trouble && !isColumnError && <Notice text={trouble.sentence} />}
      <LettersQuestion book={book} work={work} />
      <Sheets book={book} work={work} />
      <RivalsQuestions book={book} work={work} />
      {book.columns.length === 0 && <p className={classes.missing}>{columnWords.noHeader}</p>}
      {book.columns.length > 0 && missing && (
        <p className={classes.missing}>{columnWords.required(missing)}</p>
      )}
      <Unknown book={book} work={work} />
      <TooManyFees book={book} work={work} />
      <Fees book={book} work={work} />
      {groups.map(({ title, columns }) => (
        <section key={title} className={classes.group}>
          <h3>{title}</h3>
          <ul className={classes.list} aria-label={title}>
            {columns.map((column) => (
              <ColumnRow
                key={column.index}
                kind={kind}
                column={column}
                choices={choices}
                refusal={trouble?.column === column.index ? trouble.sentence : undefined}
                work={work}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
