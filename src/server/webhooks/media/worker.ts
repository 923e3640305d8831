import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { downloadDueMedia } from './media.ts';

/** Separate from the webhook worker, so that a slow download does not delay receipts. */
export const mediaWorker = (deps: Deps): Loop =>
  createLoop({ name: 'media', tick: () => downloadDueMedia(deps) }, deps.runtime);
