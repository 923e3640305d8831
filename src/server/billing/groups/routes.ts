import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { toRupees } from '#shared/money/money.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import { versionIn, withVersion } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { mount } from '../../platform/http/mount.ts';
import { changeGroup, removeGroup } from './groups.ts';
import { findCampusOfGroup, listGroupsWithFigures } from './groups-queries.ts';

/** Finds the campus of the billing. */
const holding =
  (groupID: number) =>
  (db: Db, campusIDs: number[]): Promise<number | undefined> =>
    findCampusOfGroup(db, campusIDs, groupID);

export function groupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listGroups, async ({ door, query }) => {
    const scope = door.scope();
    const groups = await listGroupsWithFigures(
      scope,
      query.search,
      inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus),
    );
    return groups.map((group) => ({
      ...withVersion(calls.updateGroup, group),
      total: toRupees(group.total),
      expected: toRupees(group.expected),
      collected: toRupees(group.collected),
      outstanding: toRupees(group.outstanding),
    }));
  });

  mount(app, calls.updateGroup, async ({ door, params, body, request }) => {
    const scope = await door.scopeHolding(holding(params.id));
    // A billing cannot move to another campus. A campus that the caller may not see gets the usual answer.
    if (body.campusID !== undefined) door.scope(body.campusID);
    if (body.campusID !== undefined && body.campusID !== scope.campusID) {
      throw new Failure('invalid', failureWords.staysInCampus);
    }
    const version = versionIn(body, request.headers['if-match']);
    const group = await changeGroup(scope, deps, { id: params.id, group: body, version });
    return withVersion(calls.updateGroup, group);
  });

  mount(app, calls.removeGroup, async ({ door, query: { id, money } }) =>
    removeGroup(door.scope(), deps, { id, toCredit: money === 'credit' }),
  );
}
