/** What the store says of all messages, counted so seldom that no scraper can be a burden. */
import { Gauge, Registry } from 'prom-client';
import { messageStates } from '#shared/message-states.ts';
import type { Deps } from '../deps.ts';
import { countStates } from '../runs/queries.ts';
import { listDue } from './queries.ts';

/** Milliseconds. */
const countEvery = 15_000;

const oldestHelp = 'For how long the oldest message that is due has waited; 0 when none is due.';
const stillHelp =
  'For how long the campus that stands still longest has had a message due while none of its own was taken.';

/** When each of these stands still since: its oldest was due, or the latest of its campus was taken. */
const stillSince = ({ oldest, servedAt }: { oldest: string; servedAt: string }): string =>
  oldest > servedAt ? oldest : servedAt;

/** Seconds since the first of these instants; 0 where there is none. */
const longestSince = (at: Date, instants: string[]): number =>
  instants.reduce((most, one) => Math.max(most, (at.getTime() - Date.parse(one)) / 1000), 0);

export function outboxFigures({ store, now, log }: Deps): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gaugeOf = (name: string, help: string): Gauge =>
    new Gauge({ name, help, registers, collect: () => count() });
  const messages = new Gauge({
    name: 'qasid_messages',
    help: 'Messages by state, over all campuses.',
    labelNames: ['state'],
    registers,
    collect: () => count(),
  });
  const oldest = gaugeOf('qasid_oldest_due_seconds', oldestHelp);
  const still = gaugeOf('qasid_standstill_seconds', stillHelp);

  const look = async () => {
    const at = now();
    const counts = await countStates(store.db);
    const due = await listDue(store.db, at.toISOString());
    // Every state each time: one that no message is in any more would keep its last figure.
    for (const state of messageStates) messages.set({ state }, 0);
    for (const { status, count } of counts) messages.set({ state: status }, count);
    const firsts = due.map(({ oldest }) => oldest);
    oldest.set(longestSince(at, firsts));
    still.set(longestSince(at, due.map(stillSince)));
  };

  let counted: { at: number; done: Promise<void> } | undefined;
  /** Without the store its figures are unknown, and those of the process are still told. */
  const count = (): Promise<void> => {
    const at = now().getTime();
    if (counted && at - counted.at < countEvery) return counted.done;
    const done = look().catch((error: unknown) => {
      log.error({ err: error }, 'messages cannot be counted');
      messages.reset();
      for (const gauge of [oldest, still]) gauge.set(Number.NaN);
    });
    counted = { at, done };
    return done;
  };
  return registry;
}
