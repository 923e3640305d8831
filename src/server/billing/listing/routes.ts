import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { sendList } from '../../platform/http/send-list.ts';
import { exportBills, showBillIDs, showBills, showFigures, streamGroups, sumChosen } from './listing.ts';

export function listingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.loadData, async ({ door, reply }) =>
    reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(streamGroups(door.scope()), { objectMode: false })),
  );

  mount(app, calls.listBills, async ({ door, params, query }) =>
    showBills(door.scope(), deps, { groupID: params.id, ...query }),
  );

  mount(app, calls.listBillIDs, async ({ door, params, query }) => {
    const { search, status, class: classID, section, sort } = query;
    const chosen = { groupID: params.id, search, status, class: classID, section, sort };
    return showBillIDs(door.scope(), deps, chosen);
  });

  mount(app, calls.getBillingFigures, async ({ door, params, query: { search, class: classID, section } }) =>
    showFigures(door.scope(), deps, { groupID: params.id, search, class: classID, section }),
  );

  mount(app, calls.sumBills, async ({ door, body }) => sumChosen(door.scope(), deps, body.ids));

  mount(app, calls.exportBills, async ({ door, params, query, reply }) => {
    const { search, status, class: classID, section, sort } = query;
    const chosen = { groupID: params.id, search, status, class: classID, section, sort };
    return sendList(reply, await exportBills(door.scope(), deps, chosen));
  });
}
