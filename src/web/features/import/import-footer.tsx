import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { checkWords, columnWords, importWords, saveWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { isCovered } from '../../ui/use-keys.ts';
import classes from './import-footer.module.css';
import { ProblemsButton } from './problems-button.tsx';
import {
  hasOpenQuestion,
  missingFields,
  notSaved,
  openProblems,
  rowsToSave,
  saveLabel,
  type Verb,
} from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  kind: ImportKind;
  work: Import;
  verb: Verb;
  onSave: () => void;
  /** The buttons that are shown after the save. */
  whenSaved: ReactNode;
};

/** Ctrl+Enter saves, wherever the focus is. */
function useSaveKey(isReady: boolean, onSave: () => void): void {
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isReady || isCovered()) return;
    event.preventDefault();
    onSave();
  });
}

function ToColumns({ kind, work }: Pick<Props, 'kind' | 'work'>) {
  const { doing, book } = work.state;
  const isBlocked =
    doing === 'columns' || !book || book.columns.length === 0 || missingFields(kind, book) !== '';
  return (
    <Button onClick={() => void work.moves.check()} loading={doing === 'checking'} disabled={isBlocked}>
      {columnWords.check}
    </Button>
  );
}

/** Shows the button that leads to the next step of the import. */
export function ImportFooter({ kind, work, verb, onSave, whenSaved }: Props) {
  const { step, doing, summary, saved, trouble, isStale } = work.state;
  // A running edit does not disable the button. The press on this button may have ended the edit, and must not be lost.
  const isReady = step === 'check' && summary !== null && (doing === null || doing === 'editing') && !isStale;
  const hasQuestion = isReady && hasOpenQuestion(summary);
  const hasNoRows = isReady && rowsToSave(summary) === 0;
  useSaveKey(isReady && !hasQuestion && !hasNoRows && saved === null, onSave);
  if (saved) return whenSaved;
  if (step === 'columns') return <ToColumns kind={kind} work={work} />;
  if (step === 'save' && trouble) return <Button onClick={onSave}>{saveWords.again}</Button>;
  const left = isReady ? notSaved(summary) : [];
  const open = isReady ? openProblems(summary) : 0;
  const notes = [
    hasNoRows && checkWords.noneToSave,
    open > 0 && checkWords.open(open),
    left.length > 0 && saveWords.left(left),
  ];
  return (
    <>
      {step === 'check' && summary && summary.errors + summary.warnings > 0 && (
        <ProblemsButton work={work} isShort />
      )}
      <span className={classes.left}>
        {hasQuestion
          ? checkWords.answerFirst
          : notes.filter(Boolean).map((text) => <span key={`${text}`}>{text}</span>)}
      </span>
      <Button
        size="md"
        title={importWords.saveKey}
        onClick={onSave}
        loading={doing === 'saving'}
        disabled={hasQuestion || hasNoRows || (!isReady && doing !== 'saving')}
      >
        {summary ? saveLabel(kind, verb, summary) : commonWords.save}
      </Button>
    </>
  );
}
