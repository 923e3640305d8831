import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { countOutbox } from './alerts.ts';

export function alertRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.countOutbox, async ({ door }) => countOutbox(door.scope(), deps));
}
