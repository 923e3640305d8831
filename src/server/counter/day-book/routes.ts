import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { countCash, showDayBook } from './day-book.ts';

export function dayBookRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showDayBook, async ({ door, query }) => showDayBook(door.scope(), deps, query));

  mount(app, calls.countCash, async ({ door, body }) =>
    countCash(door.scope(), { ...deps, recordChange }, body),
  );
}
