import type { ReactNode } from 'react';
import classes from './mark.module.css';

type Props = { tone?: 'plain' | 'warns' | 'bad'; children: ReactNode };

/** A word beside a name, on a coloured background. */
export function Mark({ tone = 'plain', children }: Props) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  );
}
