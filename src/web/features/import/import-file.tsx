/** The file of an import: the field to choose it, or the chosen file. */
import { Button, Input, Progress } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { type DragEvent as FieldDragEvent, useEffect, useId, useRef, useState } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import { toasts } from '#shared/words/failures.ts';
import { importFailures, importWords, leaveConfirmation } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { download } from '../../lib/download.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastError } from '../../ui/toast.ts';
import classes from './import-file.module.css';
import { Notice } from './notice.tsx';
import { SaveStep } from './save-step.tsx';
import type { Import } from './use-import.ts';

/** Downloads a sample workbook. The code that writes workbooks is loaded on demand. */
async function saveSample(kind: ImportKind): Promise<void> {
  try {
    const { sampleWorkbook } = await import('#shared/sheets/write/sample-workbook.ts');
    const { toBlob } = await import('#shared/sheets/write/workbook.ts');
    download(await toBlob(await sampleWorkbook(kind)), importWords.sampleName(commonWords.product, kind));
  } catch {
    // The code is missing after an update, or the server is off. Reloading the page helps.
    toastError(toasts.errorTitle, importFailures.notStarted);
  }
}

type Props = {
  kind: ImportKind;
  /** The spec's name of the field, `Import Excel` or `Upload File`. */
  label: string;
  /** What is missing while there is no file. */
  error?: string | undefined;
  work: Import;
};

const accepted = { bills: '.xls,.xlsx,.csv,.txt', students: '.xls,.xlsx,.csv' };

type FileInputProps = {
  id: string;
  kind: ImportKind;
  /** The error text describes the field. */
  isWrong: boolean;
  onFile: (file: File) => void;
  /** Several files or a folder were given; the sentence says so. */
  onDeclined: (sentence: string) => void;
};

function FileInput({ id, kind, isWrong, onFile, onDeclined }: FileInputProps) {
  const [isOver, setIsOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // Reset, so that the same file can be chosen again after a correction.
    input.value = '';
    if (file) onFile(file);
  };
  const drop = (event: FieldDragEvent<HTMLInputElement>) => {
    setIsOver(false);
    const { files, items } = event.dataTransfer;
    const isFolder = [...items].some((item) => item.webkitGetAsEntry()?.isDirectory);
    if (!isFolder && files.length < 2) return;
    // The browser would silently take the first file.
    event.preventDefault();
    onDeclined(isFolder ? importFailures.folder : importFailures.severalFiles);
  };
  return (
    <div className={classes.drop} data-over={isOver || undefined}>
      <strong>{importWords.choose}</strong>
      <span className={classes.hint}>
        {kind === 'bills' ? importWords.accepted : importWords.acceptedStudents}
      </span>
      <input
        id={id}
        type="file"
        className={classes.input}
        accept={accepted[kind]}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={(event) => choose(event.currentTarget)}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      />
    </div>
  );
}

function Reading({ work: { state, moves } }: { work: Import }) {
  const label = importWords.reading(state.fileName ?? '');
  return (
    <div className={classes.reading}>
      <div className={classes.readingHead}>
        <div className={classes.readingName} role="status">
          {label}
          <span className={classes.hint}>{importWords.opening}</span>
        </div>
        <Button variant="default" size="xs" onClick={moves.clear}>
          {importWords.cancel}
        </Button>
      </div>
      <Progress value={100} animated aria-label={label} />
    </div>
  );
}

/** Choose or drop a file, and see the progress of reading. */
function FileStep({ kind, label, error, work }: Props) {
  const id = useId();
  const { state } = work;
  if (state.doing === 'reading') return <Reading work={work} />;
  return (
    <Input.Wrapper id={id} label={label} error={error}>
      <div className={classes.choose}>
        {state.trouble && <Notice title={state.fileName ?? ''} text={state.trouble.sentence} />}
        <FileInput
          id={id}
          kind={kind}
          isWrong={error !== undefined}
          onFile={work.moves.choose}
          onDeclined={(sentence) => work.moves.decline('', sentence)}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
          onClick={() => void saveSample(kind)}
        >
          {importWords.sample}
        </Button>
      </div>
    </Input.Wrapper>
  );
}

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
