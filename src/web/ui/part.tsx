import type { FormEventHandler, ReactNode } from 'react';
import classes from './part.module.css';

type Props = {
  /** What it is called by those who do not see it. */
  label: string;
  title: ReactNode;
  hint?: ReactNode;
  /** Beside the heading: what adds to it. */
  aside?: ReactNode;
  /** Below all: what is pressed at the end. */
  foot?: ReactNode;
  /** It is a form then. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** A part of a page of settings: a card with a heading, what belongs to it, and what is pressed at its end. */
export function Part({ label, title, hint, aside, foot, onSubmit, children }: Props) {
  const inner = (
    <>
      <header className={classes.head}>
        <div>
          <h2>{title}</h2>
          {hint && <p>{hint}</p>}
        </div>
        {aside}
      </header>
      {children}
      {foot && <div className={classes.foot}>{foot}</div>}
    </>
  );
  if (!onSubmit)
    return (
      <section className={classes.part} aria-label={label}>
        {inner}
      </section>
    );
  return (
    <form className={classes.part} aria-label={label} onSubmit={onSubmit}>
      {inner}
    </form>
  );
}

/** What is pressed at the end of a part of a part. */
export function PartFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}

/** What a part has several of, each with something to do about it. */
export function PartRows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

/** One of them: its name in bold and lines below it; what is done about it stands at its end. */
export function PartRow({ what, children }: { what: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <div>{what}</div>
      {children}
    </li>
  );
}
