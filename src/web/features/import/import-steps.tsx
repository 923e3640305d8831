/** One import in its four steps: the file, its columns, the check of its rows, and what was saved. */
import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useEffect, useRef } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import { importWords } from '#shared/words/importing.ts';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { steps } from './import-state.ts';
import classes from './import-steps.module.css';
import { SaveStep } from './save-step.tsx';
import type { Import } from './use-import.ts';

type Props = {
  kind: ImportKind;
  /** The spec's name of the field, `Import Excel` or `Upload File`. */
  label: string;
  work: Import;
};

function StepList({ work: { state, moves } }: { work: Import }) {
  const at = steps.indexOf(state.step);
  const mayGoBack = state.step === 'check' && state.book?.isNumberList === false && state.doing === null;
  return (
    <ol className={classes.steps}>
      {steps.map((step, index) => {
        const isDone = index < at || state.saved !== null;
        const sign = isDone ? (
          <IconCheck size={13} stroke={2.4} aria-label={importWords.isDone} />
        ) : (
          index + 1
        );
        const name = (
          <>
            <span className={classes.sign}>{sign}</span>
            {importWords.steps[step]}
          </>
        );
        return (
          <li
            key={step}
            className={classes.step}
            data-done={isDone || undefined}
            aria-current={step === state.step ? 'step' : undefined}
          >
            {step === 'columns' && mayGoBack ? (
              <button type="button" onClick={moves.toColumns}>
                {name}
              </button>
            ) : (
              <span>{name}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Another step is another place: who reads with the ears or the keyboard is taken there. */
function useFocusOfStep(step: string) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    place.current?.focus({ preventScroll: true });
  }, [step]);
  return place;
}

export function ImportSteps({ kind, label, work }: Props) {
  const { state } = work;
  const place = useFocusOfStep(state.step);
  const isSettled = state.saved !== null || (state.step === 'save' && state.doing === 'saving');
  return (
    <section className={classes.import} aria-label={importWords.title} data-step={state.step}>
      <StepList work={work} />
      {state.step !== 'file' && (
        <div className={classes.file}>
          <IconFileSpreadsheet size={18} stroke={1.6} aria-hidden />
          <bdi className={classes.fileName} title={state.fileName ?? ''}>
            {state.fileName}
          </bdi>
          {!isSettled && (
            <Button variant="default" size="compact-sm" onClick={work.moves.clear}>
              {importWords.clear}
            </Button>
          )}
        </div>
      )}
      <div ref={place} className={classes.place} tabIndex={-1}>
        {state.step === 'file' && <FileStep kind={kind} label={label} work={work} />}
        {state.step === 'columns' && <ColumnsStep kind={kind} work={work} />}
        {state.step === 'check' && <CheckStep kind={kind} work={work} />}
        {state.step === 'save' && <SaveStep work={work} />}
      </div>
    </section>
  );
}
