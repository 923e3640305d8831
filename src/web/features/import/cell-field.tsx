import { VisuallyHidden } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CheckedCell } from '#shared/sheets/checked.ts';
import { checkWords } from '#shared/words/import-screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './cell-field.module.css';
import { nameOfField, textOf } from './rules.ts';

type Props = {
  row: number;
  cell: CheckedCell;
  /** Whether the label is shown. It is needed if the field has no column of its own. */
  isLabelled: boolean;
  /** A proposed text, which is shown instead of the cell's text until the user edits the cell. */
  shown?: string | undefined;
  /** A number starts the editing of the cell. Each new number starts it again. */
  editNow?: number | undefined;
  onEdit: (text: string) => Promise<void>;
};

const signs = { error: IconAlertCircle, warning: IconAlertTriangle };

type EditorProps = { label: string; text: string; onKeep: (text: string) => void; onGiveUp: () => void };

/** The typed text is kept by Enter, and when the field loses the focus or is scrolled away. Esc discards the text. */
function Editor({ label, text, onKeep, onGiveUp }: EditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFinished = useRef(false);
  // The typed text is compared with the text at the start of the edit.
  const [before] = useState(text);
  const finish = (isKept: boolean): void => {
    if (isFinished.current) return;
    isFinished.current = true;
    const typed = input.current?.value.trim() ?? '';
    if (isKept && typed !== before) onKeep(typed);
    else onGiveUp();
  };
  const latest = useRef(finish);
  useLayoutEffect(() => {
    latest.current = finish;
  });
  useEffect(() => {
    const field = input.current;
    field?.select();
    return () => {
      // When a row is scrolled away, the virtual list removes it without a blur event. The text is kept here instead.
      input.current = field;
      latest.current(true);
    };
  }, []);
  return (
    <input
      ref={input}
      className={classes.editor}
      dir="auto"
      aria-label={label}
      title={checkWords.editHint}
      defaultValue={before}
      maxLength={500}
      // biome-ignore lint/a11y/noAutofocus: the user has pressed the cell to type into it
      autoFocus
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The cell gets the focus back, and the same key press must not press the cell.
        event.preventDefault();
        finish(event.key === 'Enter');
      }}
    />
  );
}

/** Shows a cell as text. The user can edit it in place. */
export function CellField({ row, cell, isLabelled, shown, editNow, onEdit }: Props) {
  const { field, text, before, level } = cell;
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // After editing, the focus returns to the cell, unless the user has moved the focus to another element.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const lastEditNow = useRef<number>(undefined);
  useEffect(() => {
    if (editNow === undefined || lastEditNow.current === editNow) return;
    lastEditNow.current = editNow;
    setEditing(true);
  }, [editNow]);
  const display = shown ?? textOf(text);
  const name = cell.name ?? nameOfField(field);
  const Sign = level && signs[level];
  const keepTyped = (typed: string): void => {
    setEditing(false);
    void onEdit(typed);
  };
  return (
    <span className={classes.field} data-level={level} data-testid={`cell-${field}`}>
      {isLabelled && <span className={classes.label}>{name}</span>}
      {isEditing ? (
        <Editor
          label={checkWords.newValue(name, row)}
          text={text}
          onKeep={keepTyped}
          onGiveUp={() => setEditing(false)}
        />
      ) : (
        <button ref={button} type="button" className={classes.value} onClick={() => setEditing(true)}>
          <VisuallyHidden>{checkWords.editCell(name)}</VisuallyHidden>
          {Sign && <Sign size={14} stroke={2.2} aria-hidden />}
          {display === '' ? (
            <span className={classes.empty}>{checkWords.none}</span>
          ) : (
            <NameText text={display} title={display} className={classes.text} />
          )}
        </button>
      )}
      {before !== undefined && !isEditing && (
        <span className={classes.before} title={checkWords.before}>
          <s>
            <bdi>{before === '' ? checkWords.empty : textOf(before)}</bdi>
          </s>
        </span>
      )}
    </span>
  );
}
