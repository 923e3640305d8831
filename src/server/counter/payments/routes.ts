import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { needSameRequest } from '../../auth/idempotency-keys.ts';
import type { Deps } from '../../deps.ts';
import { recarry } from '../../ledger/carried/carried.ts';
import type { FollowPayments } from '../../ledger/model.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { recordMoved } from '../moved-credit/moved-credit.ts';
import { listFamilyOwed } from '../open-bills/open-bills.ts';
import { allocateCredit, allocatePayment, receivePayment, showPayments, voidPayment } from './payments.ts';

export function paymentRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  const needs = {
    ...deps,
    followPayments,
    recarry,
    recordChange,
    listFamilyOwed,
    needSameRequest,
    recordMoved,
  };

  mount(app, calls.receivePayment, async ({ door, body }) => receivePayment(door.scope(), needs, body));

  mount(app, calls.allocatePayment, async ({ door, params, body }) =>
    allocatePayment(door.scope(), needs, { id: params.id, ...body }),
  );

  mount(app, calls.allocateCredit, async ({ door, body }) => allocateCredit(door.scope(), needs, body));

  mount(app, calls.voidPayment, async ({ door, params, body }) =>
    voidPayment(door.scope(), needs, { id: params.id, ...body }),
  );

  mount(app, calls.listPayments, async ({ door, query }) => showPayments(door.scope(), query));
}
