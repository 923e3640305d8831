import { Progress } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import type { CheckSummary, OpenedBook, RowFilter } from '#shared/sheets/checked.ts';
import { checkWords, importWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Trouble } from '../../ui/trouble.tsx';
import { CheckFilters } from './check-filters.tsx';
import { CheckQuestions } from './check-questions.tsx';
import classes from './check-step.module.css';
import { CheckTotals } from './check-totals.tsx';
import { CheckedRows } from './checked-rows.tsx';
import { Notice } from './notice.tsx';
import { nameOfField } from './rules.ts';
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

/** What holds for the whole file: the same file before, other sheets, columns that nobody takes. */
function Notes({ work: { state }, summary }: { work: Import; summary: CheckSummary }) {
  const { notes, absent, unused, issues } = summary;
  const inAnother = issues.find(({ kind }) => kind === 'elsewhere')?.count ?? 0;
  const all = [
    ...notes,
    // A file that was mended belongs into the billing it was mended for.
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

/** A comparison that failed is made again, and keeps what was edited; anything else is only told. */
function InTrouble({ work: { state, moves } }: { work: Import }) {
  const { trouble, isStale } = state;
  if (!trouble) return null;
  if (!isStale) return <Notice text={trouble.sentence} />;
  const again = () => void moves.compare();
  return <Trouble message={trouble.sentence} tryAgain={commonWords.tryAgain} onTryAgain={again} />;
}

function textOf(kind: ImportKind, { fates }: CheckSummary): string {
  const text = kind === 'bills' ? checkWords.text : checkWords.textStudents;
  return fates.refused + fates.leftOut > 0 ? `${text} ${checkWords.ofSaved}` : text;
}

type LookedProps = Props & { book: OpenedBook; summary: CheckSummary };

function Looked({ kind, work, book, summary }: LookedProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<RowFilter>('all');
  const [search, setSearch] = useState('');
  const [said, say] = useState('');
  const showAll = useCallback(() => {
    setFilter('all');
    setSearch('');
  }, []);
  return (
    <div ref={scroller} className={classes.scroller} data-keeps-escape>
      <div className={classes.above}>
        <InTrouble work={work} />
        <p className={classes.text}>{textOf(kind, summary)}</p>
        <CheckTotals kind={kind} summary={summary} isNumberList={book.isNumberList} />
        <CheckQuestions work={work} summary={summary} />
        <Notes work={work} summary={summary} />
        <CheckFilters
          summary={summary}
          filter={filter}
          onFilter={setFilter}
          search={search}
          onSearch={setSearch}
          work={work}
        />
      </div>
      <CheckedRows
        kind={kind}
        book={book}
        work={work}
        filter={filter}
        search={search}
        scroller={scroller}
        onShowAll={showAll}
        onSay={say}
      />
      <p className={classes.said} role="status">
        {said}
      </p>
    </div>
  );
}

/** What the rows hold, what is wrong with them, and what a save would do; nothing is saved here. */
export function CheckStep({ kind, work }: Props) {
  const { book, summary, doing, trouble } = work.state;
  if (doing === 'checking') return <Checking work={work} />;
  if (!book || !summary) {
    if (!trouble) return null;
    const again = () => void work.moves.check();
    return <Trouble message={trouble.sentence} tryAgain={commonWords.tryAgain} onTryAgain={again} />;
  }
  return <Looked kind={kind} work={work} book={book} summary={summary} />;
}
