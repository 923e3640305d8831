import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { downloadDueMedia } from './actions.ts';

/** Beside the worker of webhooks, so that a slow download delays nobody's receipts. */
export const mediaWorker = (deps: Deps): Loop =>
  createLoop({ name: 'media', tick: () => downloadDueMedia(deps) }, deps.runtime);
