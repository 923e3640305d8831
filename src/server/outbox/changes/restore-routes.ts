import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { restoreMessages } from './restore.ts';

export function restoreRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.restoreOutbox, async ({ door, body }) => restoreMessages(door.scope(), deps, body.at));
}
