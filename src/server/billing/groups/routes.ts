import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { toRupees } from '#shared/money.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Db } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { sendList } from '../../http/send-list.ts';
import { changeGroup, exportBills, removeGroup, showBillIDs, showBills, streamGroups } from './actions.ts';
import { findCampusOfGroup, listGroupsWithFigures } from './queries.ts';

/** Looks for the campus that holds the group. */
const holding =
  (groupID: number) =>
  (db: Db, campusIDs: number[]): Promise<number | undefined> =>
    findCampusOfGroup(db, campusIDs, groupID);

export function groupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.loadData, async ({ door, reply }) =>
    reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(streamGroups(door.scope()), { objectMode: false })),
  );

  mount(app, calls.listGroups, async ({ door, query }) => {
    const scope = door.scope();
    const groups = await listGroupsWithFigures(scope, query.search, dayIn(scope.campus.timeZone, deps.now()));
    return groups.map((group) => ({
      ...group,
      total: toRupees(group.total),
      expected: toRupees(group.expected),
      collected: toRupees(group.collected),
    }));
  });

  mount(app, calls.updateGroup, async ({ door, params, body }) => {
    const scope = await door.scopeHolding(holding(params.id));
    // A billing stays in its campus; another campus's id answers as everywhere.
    if (body.campusID !== undefined) door.scope(body.campusID);
    if (body.campusID !== undefined && body.campusID !== scope.campusID) {
      throw new Failure('invalid', failureWords.staysInCampus);
    }
    return changeGroup(scope, deps, { id: params.id, group: body });
  });

  mount(app, calls.removeGroup, async ({ door, query }) => removeGroup(door.scope(), deps, query.id));

  mount(app, calls.listBills, async ({ door, params, query }) =>
    showBills(door.scope(), deps, { groupID: params.id, ...query }),
  );

  mount(app, calls.listBillIDs, async ({ door, params, query: { search, status } }) =>
    showBillIDs(door.scope(), deps, { groupID: params.id, search, status }),
  );

  mount(app, calls.exportBills, async ({ door, params, query, reply }) => {
    const { search, status } = query;
    return sendList(reply, await exportBills(door.scope(), deps, { groupID: params.id, search, status }));
  });
}
