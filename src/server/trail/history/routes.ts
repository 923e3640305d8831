import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { sendList } from '../../platform/http/send-list.ts';
import { exportTrail, showHistory, showTrail } from './history.ts';

export function trailRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listTrail, async ({ door, query }) => showTrail(door.scope(), query));

  mount(app, calls.exportTrail, async ({ door, query, reply }) =>
    sendList(reply, await exportTrail(door.scope(), deps, query)),
  );

  mount(app, calls.listHistory, async ({ door, query }) => showHistory(door.scope(), query));
}
