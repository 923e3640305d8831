import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import type { MoneyNeeds } from '../model.ts';
import { adjustBill, showAdjustments, voidAdjustment } from './adjustments.ts';

export function adjustmentRoutes(
  app: FastifyInstance,
  deps: Deps,
  given: Pick<MoneyNeeds, 'followPayments' | 'recarry'>,
): void {
  const needs = { ...deps, ...given, recordChange };

  mount(app, calls.adjustBill, async ({ door, params, body }) =>
    adjustBill(door.scope(), needs, { id: params.id, ...body }),
  );

  mount(app, calls.listAdjustments, async ({ door, params }) =>
    showAdjustments(door.scope(), deps, params.id),
  );

  mount(app, calls.voidAdjustment, async ({ door, params, body }) =>
    voidAdjustment(door.scope(), needs, { id: params.id, ...body }),
  );
}
