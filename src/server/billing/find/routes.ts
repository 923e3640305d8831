import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { find } from './find.ts';

export function findRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.find, async ({ door, query }) => find(door.scope(), deps, query.text));
}
