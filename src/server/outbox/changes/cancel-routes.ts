import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { needAll } from '../../auth/need-all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { cancel, clear, showCancelled } from './cancel.ts';

export function cancelRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.cancelOutbox, async ({ door, body }) => cancel(door.scope(), deps, body));

  mount(app, calls.clearOutbox, async ({ door, body }) => {
    needAll(door.proof, body);
    return clear(door.scope(), deps);
  });

  mount(app, calls.listCancelled, async ({ door }) => showCancelled(door.scope(), deps));
}
