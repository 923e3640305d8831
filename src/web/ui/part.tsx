import type { FormEventHandler, ReactNode } from 'react';
import classes from './part.module.css';

type Props = {
  /** The name for screen readers. */
  label: string;
  /** A part without a title has no heading, because the page has the same one. */
  title?: ReactNode;
  hint?: ReactNode;
  /** Beside the heading. */
  extra?: ReactNode;
  /** The buttons at the bottom. */
  foot?: ReactNode;
  /** If it is set, the part is a form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** A part of a settings page: a card with a heading, its content and the buttons at the bottom. */
export function Part({ label, title, hint, extra, foot, onSubmit, children }: Props) {
  const inner = (
    <>
      {title && (
        <header className={classes.head}>
          <div>
            <h2>{title}</h2>
            {hint && <p>{hint}</p>}
          </div>
          {extra}
        </header>
      )}
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

/** The buttons at the end of a section within a part. */
export function PartFoot({ children }: { children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}

/** A list within a part, each entry with its actions. */
export function PartRows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

/** One entry: its name in bold with lines below it, and its actions at the end. */
export function PartRow({ what, children }: { what: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.row}>
      <div>{what}</div>
      {children}
    </li>
  );
}
