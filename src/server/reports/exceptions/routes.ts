import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { scopeOf } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { seeExceptions, showExceptions } from './exceptions.ts';

export function exceptionRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listExceptions, async ({ door, query: { cID, month } }) => {
    const place = { campusID: cID, needed: 'admin' } as const;
    return showExceptions(scopeOf(deps.store.readConnection, door.proof, place), month);
  });

  mount(app, calls.seeExceptions, async ({ door, body }) => seeExceptions(door.scope(), deps, body.ids));
}
