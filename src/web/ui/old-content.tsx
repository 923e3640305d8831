import type { ReactNode } from 'react';
import classes from './old-content.module.css';

type Props = { isOld: boolean; children: ReactNode };

/** Greys content of the previous search until the new answer has arrived. */
export const OldContent = ({ isOld, children }: Props) => (
  <div className={classes.content} aria-busy={isOld} data-old={isOld || undefined}>
    {children}
  </div>
);
