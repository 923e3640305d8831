import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { recordChange } from '../../trail/actions.ts';
import { type FollowPayments, markBills } from './actions.ts';

export function paymentRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  mount(app, calls.markBills, async ({ door, body }) =>
    markBills(door.scope(), { ...deps, followPayments, recordChange }, body),
  );
}
