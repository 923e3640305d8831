import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import { columnWords, rowNames, saveWords } from '#shared/words/importing.ts';
import { commonWords } from '#shared/words/screen.ts';
import classes from './import-footer.module.css';
import { missingFields, notSaved, rowsToSave } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  kind: ImportKind;
  work: Import;
  /** `Save` or `Add`: the button's word before the count of rows. */
  verb: 'save' | 'add';
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
  const isReady = step === 'check' && summary !== null && doing === null && !isStale;
  const left = isReady ? notSaved(summary) : [];
  const rows = rowNames[kind](summary ? rowsToSave(summary) : 0);
  return (
    <>
      {left.length > 0 && <span className={classes.left}>{saveWords.left(left)}</span>}
      <Button onClick={onSave} loading={doing === 'saving'} disabled={!isReady && doing !== 'saving'}>
        {summary ? saveWords[verb](rows) : commonWords.save}
      </Button>
    </>
  );
}
