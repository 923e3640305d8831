/** The file of an import: the field to choose it, or the chosen file. */
import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useEffect, useRef } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import { importWords, leaveConfirmation } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { confirm } from '../../ui/confirm.tsx';
import { FileStep } from './file-step.tsx';
import classes from './import-file.module.css';
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

/** Without this the browser would replace the page by a file that is dropped beside the field. */
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

/** The number of rows and the sheet. */
function sayRows({ book, summary }: Import['state']): string {
  if (!book) return '';
  const sheet = book.sheets[book.sheet];
  return importWords.rowsOf(summary?.rows ?? sheet?.rows ?? 0, book.isNumberList ? '' : (sheet?.name ?? ''));
}

function ChosenFile({ work }: { work: Import }) {
  const { state } = work;
  const isSettled = state.saved !== null || (state.step === 'save' && state.doing === 'saving');
  return (
    <div className={classes.file}>
      <IconFileSpreadsheet size={20} stroke={1.6} aria-hidden />
      <div className={classes.what}>
        <bdi className={classes.name} title={state.fileName ?? ''}>
          {state.fileName}
        </bdi>
        <small>{sayRows(state)}</small>
      </div>
      {!isSettled && (
        <Button variant="default" size="xs" onClick={() => void clear(work)}>
          {importWords.clear}
        </Button>
      )}
    </div>
  );
}

/** The result of the save, which takes the focus for keyboards and screen readers. */
function Saved({ work }: { work: Import }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} className={classes.saved} tabIndex={-1}>
      <ChosenFile work={work} />
      <SaveStep work={work} />
    </div>
  );
}

export function ImportFile({ kind, label, error, work }: Props) {
  useNoStrayDrop();
  if (work.state.step === 'file') return <FileStep kind={kind} label={label} error={error} work={work} />;
  return work.state.saved ? <Saved work={work} /> : <ChosenFile work={work} />;
}
