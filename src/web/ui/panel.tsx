import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './panel.module.css';
import { useGivenBackFocus } from './use-given-back-focus.ts';
import { isInDialog } from './use-keys.ts';

type Props = {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Before the title: the way back. */
  before?: ReactNode;
  /** Beside the title. */
  aside?: ReactNode;
  /** Stays at the bottom while the rest scrolls. */
  footer?: ReactNode;
  children: ReactNode;
  /** The children fill the height and scroll by themselves. */
  isFilled?: boolean;
  /** It needs more room than a panel has; the screen gives it. */
  isWide?: boolean;
};

/** Moves the focus in when the panel opens; it goes back when it closes. */
function useBorrowedFocus() {
  const section = useRef<HTMLElement>(null);
  useGivenBackFocus();
  useEffect(() => {
    if (!isInDialog()) section.current?.focus({ preventScroll: true });
  }, []);
  return section;
}

/** One of the panels at the right; on a phone it covers the screen. */
export function Panel(props: Props) {
  const { title, closeLabel, onClose, before, aside, footer, children, isFilled, isWide } = props;
  const section = useBorrowedFocus();
  return (
    <section
      ref={section}
      className={classes.panel}
      aria-label={title}
      tabIndex={-1}
      data-wide={isWide || undefined}
    >
      <header className={classes.head}>
        {before}
        <h2 className={classes.title}>{title}</h2>
        {aside}
        <ActionIcon aria-label={closeLabel} onClick={onClose}>
          <IconX size={20} stroke={1.6} />
        </ActionIcon>
      </header>
      <div className={classes.body} data-filled={isFilled || undefined}>
        {children}
      </div>
      {footer && <footer className={classes.foot}>{footer}</footer>}
    </section>
  );
}
