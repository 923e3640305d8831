import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { findCashDays } from '../payments/payments-queries.ts';
import { changeCashDays } from './cash-days.ts';

export function cashDaysRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showCashDays, async ({ door }) => ({ cashDays: await findCashDays(door.scope()) }));
  mount(app, calls.changeCashDays, async ({ door, body }) => {
    await changeCashDays(door.scope(), { ...deps, recordChange }, body.cashDays);
    return body;
  });
}
