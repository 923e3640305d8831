import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './panel.module.css';
import { useGivenBackFocus } from './use-given-back-focus.ts';
import { isInDialog } from './use-keys.ts';

type Props = {
  title: string;
  /** Shown instead of the title, for a name with its own text direction or with a line below it. */
  heading?: ReactNode;
  /** The head of the panel around this one. If it is set, `extra` is rendered into it and this panel has no head. */
  corner?: HTMLElement | null | undefined;
  /** Between the head and the scrolling content. */
  tabs?: ReactNode;
  closeLabel: string;
  /** Undefined if the panel cannot be closed, because it is a fixed part of its screen. */
  onClose?: (() => void) | undefined;
  /** The back button, before the title. */
  before?: ReactNode;
  /** Beside the title. */
  extra?: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
  /** The children fill the height and scroll themselves. */
  isFilled?: boolean;
  /** The panel covers everything beside it. */
  isOver?: boolean;
};

/** Moves the focus into the panel when it opens, and back when it closes. */
export function usePanelFocus() {
  const section = useRef<HTMLElement>(null);
  useGivenBackFocus();
  useEffect(() => {
    // An element inside may already have the focus.
    const isIn = section.current?.contains(document.activeElement);
    // A user who is writing in the conversation beside the panel keeps the focus there.
    const isKeepingFocus = document.activeElement?.closest('[data-keeps-focus]') != null;
    if (!isIn && !isKeepingFocus && !isInDialog()) section.current?.focus({ preventScroll: true });
  }, []);
  return section;
}

/** A panel at the right. On a phone it covers the screen. */
export function Panel(props: Props) {
  const { title, heading, corner, tabs, closeLabel, onClose, before, extra } = props;
  const { footer, children, isFilled, isOver } = props;
  const section = usePanelFocus();
  return (
    <section
      ref={section}
      className={classes.panel}
      aria-label={title}
      tabIndex={-1}
      data-over={isOver || undefined}
    >
      {corner !== undefined ? (
        corner && createPortal(extra, corner)
      ) : (
        <header className={classes.head}>
          {before}
          <div className={classes.heading}>{heading ?? <h2 className={classes.title}>{title}</h2>}</div>
          {extra}
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
