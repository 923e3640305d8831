import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { changePace, showSender } from './settings.ts';

export function senderRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getSender, ({ door }) => showSender(door.scope(), deps));
  mount(app, calls.setSenderPace, ({ door, body }) => changePace(door.scope(), deps, body));
}
