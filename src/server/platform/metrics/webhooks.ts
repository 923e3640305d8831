/** Metrics of webhooks and media downloads in this process. They contain neither phone numbers nor texts. */
import { Counter, Registry } from 'prom-client';

export const webhookMetrics = new Registry();
const registers = [webhookMetrics];

const webhooks = new Counter({
  name: 'qasid_hooks_total',
  help: 'Webhook calls of providers, by outcome: stored, repeated, forged or malformed.',
  labelNames: ['outcome'],
  registers,
});
const webhookEvents = new Counter({
  name: 'qasid_hook_events_total',
  help: 'Events in stored webhook calls, by kind.',
  labelNames: ['kind'],
  registers,
});
const failed = new Counter({
  name: 'qasid_hook_failures_total',
  help: 'Stored webhook calls that could not be handled.',
  registers,
});
const mediaDownloads = new Counter({
  name: 'qasid_media_total',
  help: 'Attempts to download files that parents sent, by outcome: kept, refused or failed.',
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
