import { Progress } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import type { CheckSummary, OpenedBook, ProblemLine, RowFilter } from '#shared/sheets/checked.ts';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { checkWords, importWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CheckFilters } from './check-filters.tsx';
import classes from './check-step.module.css';
import { CheckSum } from './check-sum.tsx';
import { CheckedRows } from './checked-rows.tsx';
import { Notice } from './notice.tsx';
import { Problems } from './problems.tsx';
import { chosenLine, filterOf, firstFilter, nameOfField, presentFilter } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = { kind: ImportKind; work: Import };

function Checking({ work: { state } }: { work: Import }) {
  const { done = 0, of = 0 } = state.progress ?? {};
  const text = of > 0 ? importWords.lookingUp(Math.min(done, of), of) : importWords.rowsRead(done);
  return (
    <div className={classes.checking}>
      <p role="status">{text}</p>
      <Progress value={of > 0 ? (done / of) * 100 : 100} animated={of === 0} aria-label={text} />
    </div>
  );
}

/** Notes about the whole file: an earlier import of the same file, other sheets, and unused columns. */
function Notes({ work: { state }, summary }: { work: Import; summary: CheckSummary }) {
  const { notes, absent, unused, issues } = summary;
  const inAnother = issues.find(({ kind }) => kind === 'elsewhere')?.count ?? 0;
  const all = [
    ...notes,
    // The note tells the user to open the existing billing. It is shown only while a new billing is being made.
    ...(inAnother > 0 && state.compared?.groupID === 0 ? [checkWords.inAnother(inAnother)] : []),
    ...(absent.length > 0 ? [checkWords.absent(absent.map(nameOfField).join(', '))] : []),
    ...(unused.length > 0 ? [checkWords.unused(unused.join(', '))] : []),
  ];
  if (all.length === 0) return null;
  return (
    <ul className={classes.notes}>
      {all.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** Shows the last error. If the comparison with the server failed, a button repeats it and keeps the edits. */
function CheckTrouble({ work: { state, moves } }: { work: Import }) {
  const { trouble, isStale } = state;
  if (!trouble) return null;
  if (!isStale) return <Notice text={trouble.sentence} />;
  const again = () => void moves.compare();
  return <ErrorAlert message={trouble.sentence} tryAgain={commonWords.tryAgain} onTryAgain={again} />;
}

/** If the list begins below this share of the visible height, choosing a filter scrolls to the list. */
const listStartLimit = 0.75;

type ResultProps = Props & { book: OpenedBook; summary: CheckSummary };

function CheckResult({ kind, work, book, summary }: ResultProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const [wanted, setFilter] = useState<RowFilter>(() => firstFilter(summary));
  const filter = presentFilter(summary, wanted);
  const [search, setSearch] = useState('');
  const [announcement, announce] = useState('');
  /** The field to edit in the first row, as soon as the row is rendered. A new `time` starts the edit again. */
  const [toEdit, setToEdit] = useState<{ field: string; time: number } | null>(null);
  const show = useCallback((next: RowFilter) => {
    setFilter(next);
    setToEdit(null);
    const [scrolling, list] = [scroller.current, tools.current];
    if (!scrolling || !list) return;
    const top = list.offsetTop - scrolling.scrollTop;
    if (next !== 'all' && (top > scrolling.clientHeight * listStartLimit || top < 0))
      scrolling.scrollTo({ top: list.offsetTop });
  }, []);
  const showAll = useCallback(() => {
    show('all');
    setSearch('');
  }, [show]);
  const byHand = (line: ProblemLine): void => {
    show(filterOf(line));
    setSearch('');
    if (line.field) setToEdit({ field: line.field, time: Date.now() });
  };
  return (
    <>
      <CheckSum
        kind={kind}
        summary={summary}
        isNumberList={book.isNumberList}
        filter={filter}
        onFilter={show}
      />
      <div ref={scroller} className={classes.scroller} data-keeps-escape>
        <div className={classes.inner}>
          <div className={classes.above}>
            <CheckTrouble work={work} />
            <Problems work={work} summary={summary} filter={filter} onFilter={show} onByHand={byHand} />
            <Notes work={work} summary={summary} />
            <div ref={tools}>
              <CheckFilters
                summary={summary}
                filter={filter}
                onFilter={show}
                search={search}
                onSearch={setSearch}
              />
            </div>
          </div>
          <CheckedRows
            kind={kind}
            book={book}
            work={work}
            line={chosenLine(summary, filter)}
            filter={filter}
            search={search}
            scroller={scroller}
            toEdit={toEdit}
            onShowAll={showAll}
            onSay={announce}
          />
          <p className={classes.said} role="status">
            {announcement}
          </p>
        </div>
      </div>
    </>
  );
}

/** Shows the rows of the file, their problems, and the effect of a save. This step saves nothing. */
export function CheckStep({ kind, work }: Props) {
  const { book, summary, doing, trouble } = work.state;
  if (doing === 'checking') return <Checking work={work} />;
  if (!book || !summary) {
    if (!trouble) return null;
    const again = () => void work.moves.check();
    return <ErrorAlert message={trouble.sentence} tryAgain={commonWords.tryAgain} onTryAgain={again} />;
  }
  return <CheckResult kind={kind} work={work} book={book} summary={summary} />;
}
