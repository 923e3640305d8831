/** What providers call with, for /metrics, of this process alone. Nothing here says who wrote, or what. */
import { Counter, Registry } from 'prom-client';

export const hookFigures = new Registry();
const registers = [hookFigures];

const called = new Counter({
  name: 'qasid_hooks_total',
  help: 'Calls of providers, by what became of them: stored, repeated, forged or malformed.',
  labelNames: ['outcome'],
  registers,
});
const told = new Counter({
  name: 'qasid_hook_events_total',
  help: 'What stored calls said, by kind.',
  labelNames: ['kind'],
  registers,
});
const failed = new Counter({
  name: 'qasid_hook_failures_total',
  help: 'Stored calls that could not be handled.',
  registers,
});
const fetched = new Counter({
  name: 'qasid_media_total',
  help: 'Files that parents sent, by what became of a try to fetch them: kept, refused or failed.',
  labelNames: ['outcome'],
  registers,
});

export const countCall = (outcome: 'stored' | 'repeated' | 'forged' | 'malformed', count = 1): void =>
  called.inc({ outcome }, count);
export function countEvents(events: readonly { kind: string }[]): void {
  for (const { kind } of events) told.inc({ kind });
}
export const countTrouble = (): void => failed.inc();
export const countFetch = (outcome: 'kept' | 'refused' | 'failed'): void => fetched.inc({ outcome });
