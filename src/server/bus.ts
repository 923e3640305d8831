import type { LiveEvent } from '#shared/calls/live.ts';

/** The loops beside the web: each looks for its own kind of work. */
export type WorkerName = 'sending' | 'receipts' | 'webhooks' | 'media' | 'approvals' | 'trail';

/** Tells whoever watches a campus what changed. */
export type Bus = {
  publish: (campusID: number, event: LiveEvent) => void;
  /**
   * Tells first what was told in the last `ago` milliseconds, a minute at most. Answers how to stop listening.
   */
  subscribe: (campusID: number, listener: (event: LiveEvent) => void, ago?: number) => () => void;
  close: () => void;
};
