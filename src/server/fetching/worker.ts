import type { Deps } from '../deps.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { fetchDue } from './actions.ts';

/** Beside the one that handles calls: a slow download holds up nobody's receipts. */
export const fetchingWorker = (deps: Deps): Loop =>
  createLoop({ name: 'fetching', tick: () => fetchDue(deps) });
