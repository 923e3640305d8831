import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { mount } from '../../http/mount.ts';
import { listFamilyBills } from './actions.ts';

export function familyRoutes(app: FastifyInstance): void {
  mount(app, calls.listFamilyBills, async ({ door, query }) => listFamilyBills(door.scope(), query.number));
}
