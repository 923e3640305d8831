import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { findCampusOfSend } from '../lists/sends-queries.ts';
import { countToMend, showToMend, tellByPhone } from './mend.ts';

export function mendRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.countToMend, async ({ door }) => countToMend(door.scope(), deps));

  mount(app, calls.listToMend, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfSend(db, campusIDs, params.id));
    return showToMend(scope, params.id);
  });

  mount(app, calls.tellByPhone, async ({ door, body }) => tellByPhone(door.scope(), deps, body));
}
