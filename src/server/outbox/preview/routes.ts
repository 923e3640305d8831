import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { previewSend } from './actions.ts';

export function previewRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.planSend, async ({ door, body }) => previewSend(door.scope(), deps, body));
}
