import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { toRupees } from '#shared/money.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { Door } from '../http/door.ts';
import { mount } from '../http/mount.ts';
import { changeGroup, removeGroup, saveGroup, showBills, streamGroups } from './actions.ts';
import { findCampusOfGroup, listGroupsWithFigures } from './queries.ts';

/** The scope of the campus the group is in, among those the caller may work in. */
async function scopeOfGroup(door: Door, deps: Deps, groupID: number): Promise<Scope> {
  const campusID = await findCampusOfGroup(deps.store.db, door.campusIDs, groupID);
  if (campusID === undefined) throw new Failure('notFound', failureWords.notFound);
  return door.scope(campusID);
}

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
      collected: toRupees(group.collected),
    }));
  });

  mount(app, calls.saveGroup, async ({ door, body }) => {
    const isNew = body.group.id === 0;
    const scope = isNew ? door.scope(body.group.campusID) : await scopeOfGroup(door, deps, body.group.id);
    return saveGroup(scope, deps, body);
  });

  mount(app, calls.updateGroup, async ({ door, params, body }) => {
    const scope = await scopeOfGroup(door, deps, params.id);
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
}
