import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Db } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { findCampusOfBill } from '../../recipients/queries.ts';
import { changeBill, removeBill, showBill } from './actions.ts';

/** Looks for the campus that holds the bill. */
const holding =
  (billID: number) =>
  (db: Db, campusIDs: number[]): Promise<number | undefined> =>
    findCampusOfBill(db, campusIDs, billID);

export function billRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getBill, async ({ door, params }) =>
    showBill(await door.scopeHolding(holding(params.id)), params.id),
  );

  mount(app, calls.updateBill, async ({ door, params, body }) => {
    const scope = await door.scopeHolding(holding(params.id));
    return changeBill(scope, deps, { id: params.id, member: body });
  });

  mount(app, calls.removeBill, async ({ door, params }) => {
    const scope = await door.scopeHolding(holding(params.id));
    await removeBill(scope, deps, params.id);
  });
}
