import type { ReactNode } from 'react';
import type { OutboxFilter } from '#shared/calls/outbox.ts';

type LinkProps = {
  className?: string | undefined;
  children: ReactNode;
  title?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | undefined;
};

/**
 * Renders a link to a send, or to its messages with a filter. The screen provides this function, because only screens
 * know addresses.
 */
export type LinkToSend = (
  to: { run: number; status?: OutboxFilter | undefined },
  props: LinkProps,
) => ReactNode;

/** Renders a link to the bill of a message, where the bill can be printed. */
export type LinkToPaper = (to: { billing: number; q: string }, props: LinkProps) => ReactNode;
