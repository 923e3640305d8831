/** Finds the number of a hidden id of WhatsApp (`123456789012345@lid`), if the gateway knows it. */
import { z } from 'zod';
import type { Answered, Sender } from '../model.ts';
import type { ProviderDeps } from '../port.ts';
import type { Gateway } from './call-gateway.ts';
import { numberIn } from './inbound.ts';
import { answerOf } from './outcomes.ts';

/** `pn` is null if the number is unknown. Source: waha.devlike.pro/docs/how-to/contacts/#api---lids, since 2025.5.4. */
const mapping = z.object({ pn: z.string().nullish() });

const seconds = 6;
/**
 * Milliseconds for which a number is cached. A hidden id always belongs to the same person, but the number of that
 * person can change.
 */
const numberLifetime = 30 * 86_400_000;

export const createFindNumber =
  ({ cache, now }: ProviderDeps, gateway: Gateway) =>
  async (sender: Sender, name: string): Promise<Answered<string>> => {
    const cached = await cache.find(sender.id, name);
    if (cached !== undefined) return { kind: 'done', value: cached };
    const path = `/api/${encodeURIComponent(sender.settings.session ?? '')}/lids/${encodeURIComponent(name)}`;
    const answered = answerOf(await gateway.ask(sender, { path, seconds }), mapping);
    if (answered.kind !== 'done') return answered;
    const value = numberIn(answered.value.pn) ?? '';
    const expiresAt = new Date(now().getTime() + numberLifetime);
    // An unknown number is not cached, because it may be known at the next message.
    if (value !== '') await cache.put(sender.id, name, { value, expiresAt });
    return { kind: 'done', value };
  };
