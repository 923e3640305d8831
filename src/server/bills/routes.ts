import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { findGroup } from '../groups/queries.ts';
import type { Door } from '../http/door.ts';
import { mount } from '../http/mount.ts';
import { changeBill, removeBill } from './actions.ts';
import { countBills, findCampusOfBill, listBills } from './queries.ts';
import { toBill } from './rules.ts';

/** The scope of the campus the bill is in, among those the caller may work in. */
async function scopeOfBill(door: Door, deps: Deps, billID: number): Promise<Scope> {
  const campusID = await findCampusOfBill(deps.store.db, door.campusIDs, billID);
  if (campusID === undefined) throw new Failure('notFound', failureWords.notFound);
  return door.scope(campusID);
}

export function billRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listBills, async ({ door, params, query }) => {
    const scope = door.scope();
    const group = await findGroup(scope, params.id);
    if (!group) throw new Failure('notFound', failureWords.notFound);
    const { search, status, after, take } = query;
    const choice = { groupID: params.id, search, status, today: dayIn(scope.campus.timeZone, deps.now()) };
    const [rows, count] = await Promise.all([listBills(scope, choice, { after, take: take + 1 }), countBills(scope, choice)]);
    const items = rows.slice(0, take).map(toBill);
    return { items, next: rows.length > take ? (items.at(-1)?.id ?? null) : null, count };
  });

  mount(app, calls.updateBill, async ({ door, params, body }) => {
    const scope = await scopeOfBill(door, deps, params.id);
    return changeBill(scope, deps, { id: params.id, member: body });
  });

  mount(app, calls.removeBill, async ({ door, params }) => {
    const scope = await scopeOfBill(door, deps, params.id);
    await removeBill(scope, deps, params.id);
  });
}
