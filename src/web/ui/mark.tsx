import type { ReactNode } from 'react';
import classes from './mark.module.css';

type Props = { tone?: 'plain' | 'warns' | 'bad'; children: ReactNode };

/** One word beside a name, on a ground of its own. */
export function Mark({ tone = 'plain', children }: Props) {
  return (
    <span className={classes.mark} data-tone={tone}>
      {children}
    </span>
  );
}
