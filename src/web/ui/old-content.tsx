import type { ReactNode } from 'react';
import classes from './old-content.module.css';

type Props = { isOld: boolean; children: ReactNode };

/** What stands here may be of the search before: greyed then, until the answer to this one has come. */
export const OldContent = ({ isOld, children }: Props) => (
  <div className={classes.content} aria-busy={isOld} data-old={isOld || undefined}>
    {children}
  </div>
);
