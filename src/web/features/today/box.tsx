import type { ReactNode } from 'react';
import classes from './today.module.css';

type Props = {
  title: string;
  /** The number of tasks. */
  count?: number | undefined;
  /** How urgent the tasks are. */
  tone?: 'bad' | 'warning' | undefined;
  /** A link to all these tasks. */
  link?: ReactNode;
  /** The text that is shown instead of the rows, if there are no tasks. */
  nothing?: string | undefined;
  children?: ReactNode;
};

/** A box for one kind of task. If there are no tasks, it is a single line. */
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
