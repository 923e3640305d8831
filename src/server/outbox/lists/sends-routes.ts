import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showSend, showSends } from './sends.ts';
import { findCampusOfSend } from './sends-queries.ts';

export function sendRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listBroadcasts, async ({ door, query }) => {
    const { which, groupID, search, after, take } = query;
    return showSends(door.scope(), deps, { which, groupID, search, after, take });
  });

  mount(app, calls.getSend, async ({ door, params }) => {
    const scope = await door.scopeHolding((db, campusIDs) => findCampusOfSend(db, campusIDs, params.id));
    return showSend(scope, params.id);
  });
}
