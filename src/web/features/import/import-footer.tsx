import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import { checkWords, columnWords, saveWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import classes from './import-footer.module.css';
import { isAsked, missingFields, notSaved, saveLabel, type Verb } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  kind: ImportKind;
  work: Import;
  verb: Verb;
  onSave: () => void;
  /** What there is to do when it is saved. */
  whenSaved: ReactNode;
};

/** The one button that goes on, at whichever step it is. */
export function ImportFooter({ kind, work, verb, onSave, whenSaved }: Props) {
  const { step, doing, book, summary, saved, trouble, isStale } = work.state;
  if (saved) return whenSaved;
  if (step === 'columns') {
    const isBlocked =
      doing === 'columns' || !book || book.columns.length === 0 || missingFields(kind, book) !== '';
    return (
      <Button onClick={() => void work.moves.check()} loading={doing === 'checking'} disabled={isBlocked}>
        {columnWords.check}
      </Button>
    );
  }
  if (step === 'save' && trouble) return <Button onClick={onSave}>{saveWords.again}</Button>;
  // A cell that is being kept does not close the button: pressing it is what ended the editing.
  const isReady = step === 'check' && summary !== null && (doing === null || doing === 'editing') && !isStale;
  const isOpen = isReady && isAsked(summary);
  const left = isReady ? notSaved(summary) : [];
  return (
    <>
      {isOpen && <span className={classes.left}>{checkWords.answerFirst}</span>}
      {!isOpen && left.length > 0 && <span className={classes.left}>{saveWords.left(left)}</span>}
      <Button
        onClick={onSave}
        loading={doing === 'saving'}
        disabled={isOpen || (!isReady && doing !== 'saving')}
      >
        {summary ? saveLabel(kind, verb, summary) : commonWords.save}
      </Button>
    </>
  );
}
