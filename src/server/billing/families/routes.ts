import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { labelNumber, listFamilyBills, showFamily } from './families.ts';

export function familyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listFamilyBills, async ({ door, query }) => listFamilyBills(door.scope(), query.number));

  mount(app, calls.showFamily, async ({ door, query }) => showFamily(door.scope(), deps, query));

  mount(app, calls.labelNumber, async ({ door, body }) => labelNumber(door.scope(), deps, body));
}
