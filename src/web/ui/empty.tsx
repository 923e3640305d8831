import type { ReactNode } from 'react';
import classes from './empty.module.css';

type Props = { title: string; text?: string; icon?: ReactNode; children?: ReactNode };

/** Nothing here yet, and what to do next. */
export function Empty({ title, text, icon, children }: Props) {
  return (
    <div className={classes.empty}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <h2 className={classes.title}>{title}</h2>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
