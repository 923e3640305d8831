import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { listPlanned, previewSend } from './preview.ts';

export function previewRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.planSend, async ({ door, body }) => previewSend(door.scope(), deps, body));
  mount(app, calls.listPlanned, async ({ door, body }) => listPlanned(door.scope(), deps, body));
}
