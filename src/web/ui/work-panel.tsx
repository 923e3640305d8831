import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { usePanelFocus } from './panel.tsx';
import classes from './work-panel.module.css';

/**
 * The work is the large area beside the details, for example a sheet that is being imported. `title` is above the work, `beside` next to the title, and
 * `note` at the end of that line.
 */
export type Work = { title: string; beside?: ReactNode; note?: string; content: ReactNode };

type Props = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** The accessible name of the inner section, which holds details and work. `title` names the outer section. */
  label: string;
  /** Null until there is something to work on. Until then this is a normal panel. */
  work: Work | null;
  /** The foot of the panel, with the button to continue. */
  footer: ReactNode;
  /** The details of the work. */
  children: ReactNode;
};

/** A panel over the whole width, with the details at the left and the work beside them. */
export function WorkPanel({ title, closeLabel, onClose, label, work, footer, children }: Props) {
  const section = usePanelFocus();
  const close = (
    <ActionIcon aria-label={closeLabel} onClick={onClose}>
      <IconX size={20} stroke={1.6} />
    </ActionIcon>
  );
  return (
    <section
      ref={section}
      className={classes.panel}
      aria-label={title}
      tabIndex={-1}
      data-over={work !== null || undefined}
    >
      <section className={classes.whole} aria-label={label}>
        <div className={classes.about}>
          <header className={classes.head}>
            <h2>{title}</h2>
            {work ? <span className={classes.onPhone}>{close}</span> : close}
          </header>
          <div className={classes.body}>{children}</div>
        </div>
        {work && (
          <div className={classes.work}>
            <header className={classes.head} data-of-work>
              <h2>{work.title}</h2>
              {work.beside}
              <small>{work.note}</small>
              <span className={classes.notOnPhone}>{close}</span>
            </header>
            <div className={classes.content}>{work.content}</div>
          </div>
        )}
        {footer && <footer className={classes.foot}>{footer}</footer>}
      </section>
    </section>
  );
}
