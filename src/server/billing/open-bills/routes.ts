import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { showOpenBills } from './actions.ts';

export function openBillRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.findOpenBills, async ({ door, query }) => showOpenBills(door.scope(), deps, query));
}
