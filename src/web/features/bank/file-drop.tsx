import { type DragEvent, useId, useState } from 'react';
import { bankWords } from '#shared/words/bank.ts';
import classes from './file-drop.module.css';

type Props = { onFile: (file: File) => void; onDeclined: (sentence: string) => void };

/** A place to choose or drop a bank file. */
export function FileDrop({ onFile, onDeclined }: Props) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent<HTMLInputElement>): void => {
    setIsOver(false);
    if (event.dataTransfer.files.length < 2) return;
    // The browser would silently take the first file.
    event.preventDefault();
    onDeclined(bankWords.severalFiles);
  };
  return (
    <div className={classes.drop} data-over={isOver || undefined}>
      <label htmlFor={id}>{bankWords.choose}</label>
      <small>{bankWords.accepted}</small>
      <input
        id={id}
        type="file"
        accept=".xls,.xlsx,.csv,.txt"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Reset, so that the same file can be chosen again after a correction.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      />
    </div>
  );
}
