import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { countOutbox } from './actions.ts';

export function alertRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.countOutbox, async ({ door }) => countOutbox(door.scope(), deps));
}
