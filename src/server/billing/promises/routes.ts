import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { listPromises, notePromise, withdrawPromise } from './promises.ts';

export function promiseRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listPromises, async ({ door, query }) => listPromises(door.scope(), deps, query.numbers));

  mount(app, calls.notePromise, async ({ door, body }) => notePromise(door.scope(), deps, body));

  mount(app, calls.withdrawPromise, async ({ door, body }) =>
    withdrawPromise(door.scope(), deps, body.promiseID),
  );
}
