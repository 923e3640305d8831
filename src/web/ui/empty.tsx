import type { ReactNode } from 'react';
import classes from './empty.module.css';

type Props = {
  title: string;
  /** 1 if the page has no other heading. */
  level?: 1 | 2;
  text?: string;
  icon?: ReactNode;
  children?: ReactNode;
};

/** An empty state with the next step. */
export function Empty({ title, level = 2, text, icon, children }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={classes.empty}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
