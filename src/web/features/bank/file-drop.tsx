import { type DragEvent, useId, useState } from 'react';
import { bankWords } from '#shared/words/bank.ts';
import classes from './file-drop.module.css';

type Props = { onFile: (file: File) => void; onDeclined: (sentence: string) => void };

/** Choose a bank's file or drop it. */
export function FileDrop({ onFile, onDeclined }: Props) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent<HTMLInputElement>): void => {
    setIsOver(false);
    if (event.dataTransfer.files.length < 2) return;
    // The browser would take the first without a word.
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
          // The same file, mended meanwhile, may be chosen again.
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
