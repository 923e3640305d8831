/** Metrics of webhooks and media downloads in this process. They say neither who wrote nor what. */
import { Counter, Registry } from 'prom-client';

export const webhookMetrics = new Registry();
const registers = [webhookMetrics];

const webhooks = new Counter({
  name: 'qasid_hooks_total',
  help: 'Calls of providers, by what became of them: stored, repeated, forged or malformed.',
  labelNames: ['outcome'],
  registers,
});
const webhookEvents = new Counter({
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
const mediaDownloads = new Counter({
  name: 'qasid_media_total',
  help: 'Files that parents sent, by what became of a try to fetch them: kept, refused or failed.',
  labelNames: ['outcome'],
  registers,
});

export const countWebhook = (outcome: 'stored' | 'repeated' | 'forged' | 'malformed', count = 1): void =>
  webhooks.inc({ outcome }, count);
export function countWebhookEvents(events: readonly { kind: string }[]): void {
  for (const { kind } of events) webhookEvents.inc({ kind });
}
export const countFailedWebhook = (): void => failed.inc();
export const countMediaDownload = (outcome: 'kept' | 'refused' | 'failed'): void =>
  mediaDownloads.inc({ outcome });
