import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { recarry } from '../../ledger/carried/carried.ts';
import type { FollowPayments } from '../../ledger/model.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { returnPayment } from './returns.ts';

export function returnRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  const needs = { ...deps, followPayments, recarry, recordChange };

  mount(app, calls.returnPayment, async ({ door, params, body }) =>
    returnPayment(door.scope(), needs, { id: params.id, ...body }),
  );
}
