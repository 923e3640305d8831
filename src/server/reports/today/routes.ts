import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showNumberless, showToday } from './today.ts';

export function todayRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.today, async ({ door }) => showToday(door.scope(), deps));

  mount(app, calls.listNumberless, async ({ door, query: { after, take } }) =>
    showNumberless(door.scope(), deps, { after, take }),
  );
}
