import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { showDayBook } from './actions.ts';

export function dayBookRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showDayBook, async ({ door, query }) => showDayBook(door.scope(), deps, query));
}
