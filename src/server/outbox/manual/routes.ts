import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { closeChat, openChat, showNext } from './manual.ts';

export function manualRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.nextByHand, ({ door, query }) => showNext(door.scope(), deps, query.broadcastID));
  mount(app, calls.openByHand, ({ door, body }) => openChat(door.scope(), deps, body.id));
  mount(app, calls.closeByHand, ({ door, body }) => closeChat(door.scope(), deps, body));
}
