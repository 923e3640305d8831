import type { ReactNode } from 'react';
import classes from './today.module.css';

type Props = {
  title: string;
  /** How many there are; `tone` says how much it matters. */
  count?: number | undefined;
  tone?: 'bad' | 'warning' | undefined;
  /** The way to all of them. */
  link?: ReactNode;
  /** In place of the rows where there are none. */
  nothing?: string | undefined;
  children?: ReactNode;
};

/** One kind of what needs a person; one line where nothing does. */
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
