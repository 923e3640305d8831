import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { listKeys, makeKey, revokeKey } from './keys.ts';

export function keyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listKeys, async ({ door }) => listKeys(deps, door.scope()));

  mount(app, calls.makeKey, async ({ door, body }) => makeKey(deps, door, body));

  mount(app, calls.revokeKey, async ({ door, params }) => revokeKey(deps, door, params.id));
}
