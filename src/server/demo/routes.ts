import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { changesBetween } from '#shared/trail.ts';
import { type Scope, scopeOfRow } from '../auth/scope.ts';
import { loadChat } from '../chat/chat.ts';
import { needNumber } from '../chat/chat-rules.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/db/store.ts';
import { mount } from '../platform/http/mount.ts';
import { findSender, updateDemoPace } from '../senders/settings/settings-queries.ts';
import { recordChange } from '../trail/trail.ts';
import { receiveInbound } from '../webhooks/inbound/inbound.ts';
import { isOnWhatsApp } from '../whatsapp/demo-phone.ts';
import { needDemoSender } from './demo.ts';
import { countPhones, listPhones } from './demo-queries.ts';

/**
 * An action on a demo phone is handled like an event from a provider. Its author is therefore the program, not a
 * person of the school.
 */
function contextOf(deps: Deps, { db, campus }: Scope) {
  const scope = scopeOfRow(db, campus, '');
  return {
    deps,
    scope,
    now: deps.now().toISOString(),
    publish: (event: LiveEvent) => deps.bus.publish(campus.id, event),
  };
}

export function demoRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getDemo, async ({ door }) => {
    const sender = await findSender(door.scope());
    return { isDemo: sender?.provider === 'demo', pace: sender?.pace ?? 'quick' };
  });

  mount(app, calls.setPace, async ({ door, body }) => {
    const scope = door.scope();
    const { pace } = await needDemoSender(scope);
    await inTransaction(scope, async (scope) => {
      await updateDemoPace(scope, body.pace);
      const changes = changesBetween({ pace }, body);
      const at = deps.now().toISOString();
      await recordChange(scope, { what: 'demoPaceChanged', at, about: { kind: 'sender' }, changes });
    });
    deps.bus.publish(scope.campusID, { what: 'sender' });
    return { pace: body.pace };
  });

  mount(app, calls.listPhones, async ({ door, query }) => {
    const scope = door.scope();
    await needDemoSender(scope);
    const phones = await listPhones(scope, query.search, query.take);
    const items = phones.map((phone) => ({ ...phone, isOnWhatsApp: isOnWhatsApp(phone.number) }));
    return { items, count: await countPhones(scope, query.search) };
  });

  mount(app, calls.showPhone, async ({ door, query }) => {
    const scope = door.scope();
    await needDemoSender(scope);
    return loadChat(scope, query.number, (status) => status === 'delivered' || status === 'read');
  });

  mount(app, calls.replyFromPhone, async ({ door, body }) => {
    const sender = await needDemoSender(door.scope());
    const context = contextOf(deps, door.scope());
    const { scope } = context;
    await receiveInbound(context, {
      campusID: scope.campusID,
      senderID: sender.id,
      providerID: deps.runtime.randomUUID(),
      number: needNumber(body.number, scope.campus.country),
      text: body.message,
      media: body.media,
      audio: '',
      at: context.now,
    });
  });
}
