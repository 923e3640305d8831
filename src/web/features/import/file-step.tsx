import { Button, Input, Progress } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type DragEvent, useId, useState } from 'react';
import type { ImportKind } from '#shared/calls/imports.ts';
import { importFailures, importWords } from '#shared/words/import-screen.ts';
import classes from './file-step.module.css';
import { Notice } from './notice.tsx';
import { saveSample } from './sample.ts';
import type { Import } from './use-import.ts';

const accepted = { bills: '.xls,.xlsx,.csv,.txt', students: '.xls,.xlsx,.csv' };

type InputProps = {
  id: string;
  kind: ImportKind;
  /** The error text describes the field. */
  isWrong: boolean;
  onFile: (file: File) => void;
  /** Several files or a folder were given; the sentence says so. */
  onDeclined: (sentence: string) => void;
};

function FileInput({ id, kind, isWrong, onFile, onDeclined }: InputProps) {
  const [isOver, setIsOver] = useState(false);
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    // Reset, so that the same file can be chosen again after a correction.
    input.value = '';
    if (file) onFile(file);
  };
  const drop = (event: DragEvent<HTMLInputElement>) => {
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
      <div className={classes.what}>
        <div className={classes.name} role="status">
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

type Props = { kind: ImportKind; label: string; error: string | undefined; work: Import };

/** Choose or drop a file, and see the progress of reading. */
export function FileStep({ kind, label, error, work }: Props) {
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
