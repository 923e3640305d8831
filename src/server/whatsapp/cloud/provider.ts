/**
 * The provider for WhatsApp's Cloud API. Source of its shapes: developers.facebook.com, business messaging (September
 * 2026).
 */
import { z } from 'zod';
import type { Provider, ProviderDeps } from '../port.ts';
import { createGraph, defaultTimeouts, settingsOf, type Timeouts } from './graph.ts';
import { createFetchMedia } from './media.ts';
import { createSend } from './messages.ts';
import { createCheck } from './number.ts';
import { answerOf } from './outcomes.ts';
import { readBody } from './requests.ts';
import { createTemplates } from './templates.ts';
import { createWebhooks } from './webhooks.ts';

/** A day minus one minute, because a message that is claimed in the last second arrives later, and clocks differ. */
const windowHours = 24 - 1 / 60;

const marked = z.object({ success: z.literal(true) });

/** `graphUrl` has no slash at its end. */
export function cloudApi(
  providerDeps: ProviderDeps,
  { graphUrl, timeouts = defaultTimeouts }: { graphUrl: string; timeouts?: Timeouts },
): Provider {
  const graph = createGraph(providerDeps, { graphUrl, timeouts });
  return {
    send: createSend(providerDeps, graph),
    /** The duration of one call in seconds. The worker makes several calls at the same time. */
    secondsPerMessage: () => 0.3,
    windowHours,
    webhooks: createWebhooks(providerDeps.now),
    templates: createTemplates(providerDeps, graph),
    check: createCheck(graph),
    fetchMedia: createFetchMedia(graph),
    markRead: async (sender, providerID) => {
      const path = `${settingsOf(sender).phoneNumberID}/messages`;
      const called = await graph.ask(sender, { method: 'POST', path, json: readBody(providerID) });
      const answered = answerOf(called, marked);
      return answered.kind === 'done' ? { kind: 'done', value: null } : answered;
    },
  };
}
