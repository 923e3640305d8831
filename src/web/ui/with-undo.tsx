import { Button } from '@mantine/core';
import classes from './with-undo.module.css';

type Props = { text: string; label: string; onUndo: () => void };

/** What was done, and the way to take it back. */
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
