/** The steps of an import after the file is opened: the columns, the check of the rows, and the save. */
import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { importWords } from '#shared/words/import-screen.ts';
import type { Work } from '../../ui/work-panel.tsx';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import type { Step } from './import-reducer.ts';
import classes from './import-work.module.css';
import { SaveStep } from './save-step.tsx';
import type { Import } from './use-import.ts';

type Props = { kind: ImportKind; work: Import };

/** Moves the focus to each new step, so that keyboard and screen reader start there. */
function useFocusOfStep(step: Step): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<Step>('file');
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    place.current?.focus({ preventScroll: true });
  }, [step]);
  return place;
}

function ImportWork({ kind, work }: Props) {
  const { step } = work.state;
  const place = useFocusOfStep(step);
  return (
    <div ref={place} className={classes.place} data-step={step} tabIndex={-1}>
      {step === 'columns' && <ColumnsStep kind={kind} work={work} />}
      {step === 'check' && <CheckStep kind={kind} work={work} />}
      {step === 'save' && <SaveStep work={work} />}
    </div>
  );
}

/**
 * The content of the wide part of the panel. It is null if no file is open. It is also null after the save, so that
 * the new bills have room.
 */
export function workOf({ kind, work }: Props): Work | null {
  const { state, moves } = work;
  const { step, book, doing, saved } = state;
  if (step === 'file' || saved) return null;
  const mayGoBack = step === 'check' && book?.isNumberList === false && doing === null;
  return {
    title: importWords.steps[step],
    note: importWords.nothingSaved,
    beside: mayGoBack && (
      <Button variant="subtle" size="compact-sm" onClick={moves.toColumns}>
        {importWords.steps.columns}
      </Button>
    ),
    content: <ImportWork kind={kind} work={work} />,
  };
}
