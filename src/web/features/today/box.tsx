import type { ReactNode } from 'react';
import classes from './today.module.css';

type Props = {
  title: string;
  /** The count; `tone` is its importance. */
  count?: number | undefined;
  tone?: 'bad' | 'warning' | undefined;
  /** A link to all of them. */
  link?: ReactNode;
  /** The text without rows. */
  nothing?: string | undefined;
  children?: ReactNode;
};

/** A box for one kind of task, or one line if there is none. */
export function TodayBox({ title, count, tone, link, nothing, children }: Props) {
  if (nothing !== undefined)
    return (
      <section className={classes.box} aria-label={title}>
        <p className={classes.nothing}>{nothing}</p>
      </section>
    );
  return (
    <section className={classes.box} aria-label={title}>
      <header className={classes.head}>
        {count !== undefined && (
          <span className={classes.count} data-tone={tone}>
            {count.toLocaleString('en-US')}
          </span>
        )}
        <h3>{title}</h3>
        {link}
      </header>
      {children}
    </section>
  );
}
