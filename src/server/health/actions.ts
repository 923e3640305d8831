/** What the store says of all messages, counted so seldom that no scraper can be a burden. */
import { Gauge, Registry } from 'prom-client';
import { messageStates } from '#shared/message-states.ts';
import type { Deps } from '../deps.ts';
import { countStates } from '../runs/queries.ts';
import { findOldestDue } from './queries.ts';

/** Milliseconds. */
const countEvery = 15_000;

export function outboxFigures({ store, now, log }: Deps): Registry {
  const registry = new Registry();
  const registers = [registry];
  const messages = new Gauge({
    name: 'qasid_messages',
    help: 'Messages by state, over all campuses.',
    labelNames: ['state'],
    registers,
    collect: () => count(),
  });
  const oldest = new Gauge({
    name: 'qasid_oldest_due_seconds',
    help: 'For how long the oldest message that is due has waited; 0 when none is due.',
    registers,
    collect: () => count(),
  });

  const look = async () => {
    const at = now();
    const [counts, dueAt] = [await countStates(store.db), await findOldestDue(store.db, at.toISOString())];
    // Every state each time: one that no message is in any more would keep its last figure.
    for (const state of messageStates) messages.set({ state }, 0);
    for (const { status, count } of counts) messages.set({ state: status }, count);
    oldest.set(dueAt ? (at.getTime() - Date.parse(dueAt)) / 1000 : 0);
  };

  let counted: { at: number; done: Promise<void> } | undefined;
  /** Without the store its figures are unknown, and those of the process are still told. */
  const count = (): Promise<void> => {
    const at = now().getTime();
    if (counted && at - counted.at < countEvery) return counted.done;
    const done = look().catch((error: unknown) => {
      log.error({ err: error }, 'messages cannot be counted');
      messages.reset();
      oldest.set(Number.NaN);
    });
    counted = { at, done };
    return done;
  };
  return registry;
}
