import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showOpenBills } from './open-bills.ts';

export function openBillRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.findOpenBills, async ({ door, query }) => showOpenBills(door.scope(), deps, query));
}
