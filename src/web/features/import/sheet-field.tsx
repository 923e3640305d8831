/** Chooses a file of bills, shows its reading, and what came of it until it is cleared. */
import { Button, Group, Input, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { SheetResult } from '#shared/sheets/sheet-result.ts';
import { sheetField } from '#shared/words/sheets.ts';
import classes from './sheet-field.module.css';
import { SheetSummary } from './sheet-summary.tsx';
import { startReading } from './start-reading.ts';

export type { SheetResult };

const accepted = '.xls,.xlsx,.csv,.txt';

type SheetFieldProps = {
  label: string;
  /** What the form holds; null where nothing is imported. */
  value: SheetResult | null;
  onChange: (result: SheetResult | null) => void;
};

type Phase =
  | { kind: 'idle' }
  | { kind: 'reading'; fileName: string; rowsDone: number }
  | { kind: 'failed'; fileName: string; sentence: string };

export function SheetField({ label, value, onChange }: SheetFieldProps) {
  const id = useId();
  const { phase, read, stop } = useReading(onChange);
  const clear = () => {
    stop();
    onChange(null);
  };
  return (
    <Input.Wrapper id={id} label={label}>
      <Stack gap="xs">
        {phase.kind === 'reading' && <Reading phase={phase} onCancel={stop} />}
        {phase.kind !== 'reading' && value && <SheetSummary result={value} onClear={clear} />}
        {phase.kind === 'failed' && (
          <div role="alert" className={classes.notice} data-kind="failed">
            <Text size="sm" fw={600} className={classes.heading}>
              {phase.fileName}
            </Text>
            <Text size="sm">{phase.sentence}</Text>
          </div>
        )}
        {phase.kind !== 'reading' && !value && <FileInput id={id} onFile={read} />}
      </Stack>
    </Input.Wrapper>
  );
}

/** One reading at a time; it ends with the field. */
function useReading(onDone: (result: SheetResult) => void) {
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const stopWorker = useRef<() => void>(() => undefined);
  useEffect(() => () => stopWorker.current(), []);

  const read = ({ file }: { file: File }) => {
    const fileName = file.name;
    stopWorker.current();
    setPhase({ kind: 'reading', fileName, rowsDone: 0 });
    stopWorker.current = startReading(file, {
      onProgress: (rowsDone) => setPhase({ kind: 'reading', fileName, rowsDone }),
      onFailed: (sentence) => setPhase({ kind: 'failed', fileName, sentence }),
      onDone: (result) => {
        setPhase({ kind: 'idle' });
        onDone(result);
      },
    });
  };
  const stop = () => {
    stopWorker.current();
    setPhase({ kind: 'idle' });
  };
  return { phase, read, stop };
}

type ReadingProps = { phase: Extract<Phase, { kind: 'reading' }>; onCancel: () => void };

function Reading({ phase: { fileName, rowsDone }, onCancel }: ReadingProps) {
  return (
    <Stack className={classes.panel} gap="xs">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <div className={classes.file} role="status">
          <Text size="sm">{sheetField.reading(fileName)}</Text>
          <Text size="sm" c="dimmed" className={classes.figures}>
            {rowsDone > 0 ? sheetField.checking(rowsDone) : sheetField.opening}
          </Text>
        </div>
        <Button variant="default" size="xs" onClick={onCancel}>
          {sheetField.cancel}
        </Button>
      </Group>
      <Progress value={100} animated aria-label={sheetField.reading(fileName)} />
    </Stack>
  );
}

function FileInput({ id, onFile }: { id: string; onFile: (chosen: { file: File }) => void }) {
  const [isOver, setIsOver] = useState(false);
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile({ file });
  };
  return (
    <div className={classes.drop} data-over={isOver || undefined}>
      <Text size="sm" fw={500}>
        {sheetField.choose}
      </Text>
      <Text size="xs" c="dimmed">
        {sheetField.accepted}
      </Text>
      <input
        id={id}
        type="file"
        className={classes.input}
        accept={accepted}
        onChange={(event) => choose(event.currentTarget.files)}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
      />
    </div>
  );
}
