import type { ReactNode } from 'react';
import type { OutboxFilter } from '#shared/calls/outbox.ts';

export type LinkProps = {
  className?: string | undefined;
  children: ReactNode;
  title?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-current'?: 'page' | undefined;
};

/**
 * A link to a send, or to its messages with this filter. The screen provides it, because only screens know addresses.
 */
export type LinkToSend = (
  to: { run: number; status?: OutboxFilter | undefined },
  props: LinkProps,
) => ReactNode;

/** A link to the bill of a message, for printing. */
export type LinkToPaper = (to: { billing: number; q: string }, props: LinkProps) => ReactNode;
