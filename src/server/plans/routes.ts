import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';
import { plan } from './actions.ts';

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.planSend, async ({ door, body }) => plan(door.scope(), deps, body));
}
