import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

type Props = { title?: string; text: string; children?: ReactNode };

/** Shows an error about a file, and what the user can do. */
export function Notice({ title, text, children }: Props) {
  return (
    <div role="alert" className={classes.notice}>
      <IconAlertCircle size={18} stroke={1.8} aria-hidden />
      <div className={classes.text}>
        {title && <strong>{title}</strong>}
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}
