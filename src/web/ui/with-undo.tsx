import { Button } from '@mantine/core';
import classes from './with-undo.module.css';

type Props = { text: string; label: string; onUndo: () => void };

/** A text that says what was done, with a button to undo it. */
export function WithUndo({ text, label, onUndo }: Props) {
  return (
    <span className={classes.line}>
      <span className={classes.text}>{text}</span>
      <Button variant="subtle" size="compact-sm" c="var(--q-accent)" onClick={onUndo}>
        {label}
      </Button>
    </span>
  );
}
