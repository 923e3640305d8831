import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { versionIn, withVersion } from '#shared/versions.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { mount } from '../../platform/http/mount.ts';
import { findCampusOfBill } from '../../recipients/recipients-queries.ts';
import { changeBill, removeBill, showBill } from './bills.ts';

/** Finds the campus of the bill. */
const holding =
  (billID: number) =>
  (db: Db, campusIDs: number[]): Promise<number | undefined> =>
    findCampusOfBill(db, campusIDs, billID);

export function billRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getBill, async ({ door, params }) =>
    withVersion(calls.updateBill, await showBill(await door.scopeHolding(holding(params.id)), params.id)),
  );

  mount(app, calls.updateBill, async ({ door, params, body, request }) => {
    const { reason, ...member } = body;
    const scope = await door.scopeHolding(holding(params.id));
    const version = versionIn(body, request.headers['if-match']);
    const bill = await changeBill(scope, deps, { id: params.id, member, version, reason });
    return withVersion(calls.updateBill, bill);
  });

  mount(app, calls.removeBill, async ({ door, params, query }) => {
    const scope = await door.scopeHolding(holding(params.id));
    await removeBill(scope, deps, { id: params.id, toCredit: query.money === 'credit' });
  });
}
