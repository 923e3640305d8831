import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './panel.module.css';
import { useGivenBackFocus } from './use-given-back-focus.ts';
import { isInDialog } from './use-keys.ts';

type Props = {
  title: string;
  /** In place of the title, where it is a name that stands in its own direction, or has a line below it. */
  heading?: ReactNode;
  /** It stands within another panel, which has its own head: what would stand beside the title stands there. */
  corner?: HTMLElement | null | undefined;
  /** Between the head and what scrolls. */
  tabs?: ReactNode;
  closeLabel: string;
  /** Absent: it is a part of its screen, and stays. */
  onClose?: (() => void) | undefined;
  /** Before the title: the way back. */
  before?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  children: ReactNode;
  /** The children fill the height and scroll by themselves. */
  isFilled?: boolean;
  /** It takes the place of all that stands beside it. */
  isOver?: boolean;
};

/** Moves the focus in when the panel opens; it goes back when it closes. */
export function useBorrowedFocus() {
  const section = useRef<HTMLElement>(null);
  useGivenBackFocus();
  useEffect(() => {
    // What is within it may have it already.
    const isIn = section.current?.contains(document.activeElement);
    // Whoever writes in the conversation beside it goes on.
    const isKept = document.activeElement?.closest('[data-keeps-focus]') != null;
    if (!isIn && !isKept && !isInDialog()) section.current?.focus({ preventScroll: true });
  }, []);
  return section;
}

/** One of the panels at the right; on a phone it covers the screen. */
export function Panel(props: Props) {
  const { title, heading, corner, tabs, closeLabel, onClose, before, aside } = props;
  const { footer, children, isFilled, isOver } = props;
  const section = useBorrowedFocus();
  return (
    <section
      ref={section}
      className={classes.panel}
      aria-label={title}
      tabIndex={-1}
      data-over={isOver || undefined}
    >
      {corner !== undefined ? (
        corner && createPortal(aside, corner)
      ) : (
        <header className={classes.head}>
          {before}
          <div className={classes.heading}>{heading ?? <h2 className={classes.title}>{title}</h2>}</div>
          {aside}
          {onClose && (
            <ActionIcon aria-label={closeLabel} onClick={onClose}>
              <IconX size={20} stroke={1.6} />
            </ActionIcon>
          )}
        </header>
      )}
      {tabs}
      <div className={classes.body} data-filled={isFilled || undefined}>
        {children}
      </div>
      {footer && <footer className={classes.foot}>{footer}</footer>}
    </section>
  );
}
