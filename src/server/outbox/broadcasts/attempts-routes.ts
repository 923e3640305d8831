import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { decideUnknown, showAttempts, showFailures } from './attempts.ts';
import { findCampusOfMessage } from './attempts-queries.ts';

export function attemptRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listAttempts, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfMessage(db, campusIDs, params.id));
    return showAttempts(scope, params.id);
  });

  mount(app, calls.listFailures, async ({ door, query }) => showFailures(door.scope(), query.broadcastID));

  mount(app, calls.leaveOutbox, async ({ door, body }) => decideUnknown(door.scope(), deps, body.ids));
}
