/** One import in its four steps: the file, its columns, the check of its rows, and what was saved. */
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useEffect, useRef } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import { importWords, leaveConfirmation } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { steps } from './import-reducer.ts';
import classes from './import-steps.module.css';
import { SaveStep } from './save-step.tsx';
import type { Import } from './use-import.ts';

type Props = {
  kind: ImportKind;
  /** The spec's name of the field, `Import Excel` or `Upload File`. */
  label: string;
  /** What is missing while there is no file. */
  error?: string | undefined;
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

/** A file that is dropped beside the place for it would be opened by the browser in place of the page. */
function useNoStrayDrop(): void {
  const stop = (event: DragEvent): void => {
    const isForFiles = event.target instanceof HTMLInputElement && event.target.type === 'file';
    if (event.dataTransfer?.types.includes('Files') && !isForFiles) event.preventDefault();
  };
  useWindowEvent('dragover', stop);
  useWindowEvent('drop', stop);
}

async function clear({ state, moves }: Import): Promise<void> {
  if (state.isTouched && !(await confirm({ ...leaveConfirmation, cancel: commonWords.cancel }))) return;
  moves.clear();
}

export function ImportSteps({ kind, label, error, work }: Props) {
  const { state } = work;
  useNoStrayDrop();
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
            <Button variant="default" size="compact-sm" onClick={() => void clear(work)}>
              {importWords.clear}
            </Button>
          )}
        </div>
      )}
      <div ref={place} className={classes.place} tabIndex={-1}>
        {state.step === 'file' && <FileStep kind={kind} label={label} error={error} work={work} />}
        {state.step === 'columns' && <ColumnsStep kind={kind} work={work} />}
        {state.step === 'check' && <CheckStep kind={kind} work={work} />}
        {state.step === 'save' && <SaveStep work={work} />}
      </div>
    </section>
  );
}
