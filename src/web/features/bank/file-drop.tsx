import { type DragEvent, useId, useState } from 'react';
import { bankWords } from '#shared/words/bank.ts';
import classes from './file-drop.module.css';

type Props = { onFile: (file: File) => void; onDeclined: (sentence: string) => void };

/** An area where a bank file can be chosen or dropped. */
export function FileDrop({ onFile, onDeclined }: Props) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent<HTMLInputElement>): void => {
    setIsOver(false);
    if (event.dataTransfer.files.length < 2) return;
    // Without this, the browser would take only the first file and say nothing.
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
        accept=".xls,.xlsx,.csv,.txt,.sta,.mt940,.940,.xml,.ofx"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Without this reset, the browser reports no change when a corrected file of the same name is chosen again.
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
