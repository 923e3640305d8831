/** The file of an import. Shows the field to choose a file, or the chosen file. */
import { Button, Input, Progress } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { type DragEvent as FieldDragEvent, useEffect, useId, useRef, useState } from 'react';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { clearConfirmation, importFailures, importWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { download } from '../../lib/download.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastError } from '../../ui/toast.ts';
import classes from './import-file.module.css';
import { Notice } from './notice.tsx';
import { SaveStep } from './save-step.tsx';
import { UnfinishedImportOffer } from './unfinished-import.tsx';
import type { Import } from './use-import.ts';

/** Downloads a sample workbook. The code that writes workbooks is loaded on demand. */
async function saveSample(kind: ImportKind): Promise<void> {
  try {
    const { sampleWorkbook } = await import('#shared/sheets/write/sample-workbook.ts');
    const { toBlob } = await import('#shared/sheets/write/workbook.ts');
    download(await toBlob(await sampleWorkbook(kind)), importWords.sampleName(commonWords.product, kind));
  } catch {
    // An update has removed the code, or the server is off. In both cases the user should reload the page.
    toastError(toasts.errorTitle, importFailures.notStarted);
  }
}

type Props = {
  kind: ImportKind;
  /** The label that the spec requires: `Import Excel` or `Upload File`. */
  label: string;
  /** The error that is shown while no file is chosen. */
  error?: string | undefined;
  work: Import;
};

const accepted = { bills: '.xls,.xlsx,.csv,.txt', students: '.xls,.xlsx,.csv' };

type FileInputProps = {
  id: string;
  kind: ImportKind;
  /** Whether the field shows an error text. */
  isWrong: boolean;
  onFile: (file: File) => void;
  /** Called if the user drops several files or a folder. `sentence` is the error to show. */
  onDeclined: (sentence: string) => void;
};

function FileInput({ id, kind, isWrong, onFile, onDeclined }: FileInputProps) {
  const [isOver, setIsOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // Without this reset, the browser reports no change when a corrected file of the same name is chosen again.
    input.value = '';
    if (file) onFile(file);
  };
  const drop = (event: FieldDragEvent<HTMLInputElement>) => {
    setIsOver(false);
    const { files, items } = event.dataTransfer;
    const isFolder = [...items].some((item) => item.webkitGetAsEntry()?.isDirectory);
    if (!isFolder && files.length < 2) return;
    // Without this, the browser would take only the first file and say nothing.
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

/** The step in which the user chooses or drops a file. It shows the progress of reading. */
function FileStep({ kind, label, error, work }: Props) {
  const id = useId();
  const { state } = work;
  if (state.doing === 'reading') return <Reading work={work} />;
  return (
    <Input.Wrapper id={id} label={label} error={error}>
      <div className={classes.choose}>
        {state.trouble && <Notice title={state.fileName ?? ''} text={state.trouble.sentence} />}
        <UnfinishedImportOffer work={work} />
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

/** Ignores a file that is dropped beside the field. Otherwise the browser would open the file instead of the page. */
function useIgnoreDropsBeside(): void {
  const stop = (event: DragEvent): void => {
    const isForFiles = event.target instanceof HTMLInputElement && event.target.type === 'file';
    if (event.dataTransfer?.types.includes('Files') && !isForFiles) event.preventDefault();
  };
  useWindowEvent('dragover', stop);
  useWindowEvent('drop', stop);
}

async function clear({ state, moves }: Import): Promise<void> {
  if (state.isTouched && !(await confirm({ ...clearConfirmation, cancel: commonWords.cancel }))) return;
  moves.clear();
}

/** The number of rows and the name of the sheet. */
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

/** Shows the result of the save. It takes the focus, so that screen readers read it. */
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
  useIgnoreDropsBeside();
  if (work.state.step === 'file') return <FileStep kind={kind} label={label} error={error} work={work} />;
  return work.state.saved ? <Saved work={work} /> : <ChosenFile work={work} />;
}
