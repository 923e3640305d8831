import type { ReactNode } from 'react';
import classes from './old-content.module.css';

type Props = { isOld: boolean; children: ReactNode };

/** Shows the results of the previous search in grey until the new results have arrived. */
export const OldContent = ({ isOld, children }: Props) => (
  <div className={classes.content} aria-busy={isOld} data-old={isOld || undefined}>
    {children}
  </div>
);
