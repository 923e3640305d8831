import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { recarry } from '../carried/carried.ts';
import type { FollowPayments } from '../model.ts';
import { markBills } from './marks.ts';

export function markRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  mount(app, calls.markBills, async ({ door, body }) =>
    markBills(door.scope(), { ...deps, followPayments, recarry, recordChange }, body),
  );
}
