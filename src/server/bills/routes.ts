import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { Door } from '../http/door.ts';
import { mount } from '../http/mount.ts';
import { changeBill, removeBill } from './actions.ts';
import { findCampusOfBill } from './queries.ts';

/** The scope of the campus the bill is in, among those the caller may work in. */
async function scopeOfBill(door: Door, deps: Deps, billID: number): Promise<Scope> {
  const campusID = await findCampusOfBill(deps.store.db, door.campusIDs, billID);
  if (campusID === undefined) throw new Failure('notFound', failureWords.notFound);
  return door.scope(campusID);
}

export function billRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.updateBill, async ({ door, params, body }) => {
    const scope = await scopeOfBill(door, deps, params.id);
    return changeBill(scope, deps, { id: params.id, member: body });
  });

  mount(app, calls.removeBill, async ({ door, params }) => {
    const scope = await scopeOfBill(door, deps, params.id);
    await removeBill(scope, deps, params.id);
  });
}
