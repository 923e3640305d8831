import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { findCampusOfSend } from '../lists/sends-queries.ts';
import { countFailures, showSendFailures, tellByPhone } from './failures.ts';

export function failureRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.countFailures, async ({ door }) => countFailures(door.scope(), deps));

  mount(app, calls.listSendFailures, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfSend(db, campusIDs, params.id));
    return showSendFailures(scope, params.id);
  });

  mount(app, calls.tellByPhone, async ({ door, body }) => tellByPhone(door.scope(), deps, body));
}
