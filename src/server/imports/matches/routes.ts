import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { checkBills } from './matches.ts';

export function matchRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.checkBills, async ({ door, body }) => checkBills(door.scope(), deps, body));
}
