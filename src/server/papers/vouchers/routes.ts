import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import type { FollowPayments } from '../../ledger/model.ts';
import { sendFile } from '../../platform/http/files.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { drawCached } from '../engine/paper-cache.ts';
import { orderVoucher, previewVoucher, renewVoucher, sampleVoucher } from './vouchers.ts';

export function voucherRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  const needs = { ...deps, followPayments, recordChange };

  mount(app, calls.sampleVoucher, async ({ door, body }) => sampleVoucher(door.scope(), deps, body));

  mount(app, calls.previewVoucher, async ({ door, params }) => previewVoucher(door.scope(), deps, params.id));

  mount(app, calls.showVoucher, async ({ door, params, reply }) => {
    const { order, name } = await orderVoucher(door.scope(), deps, { billID: params.id, isPreview: true });
    return sendFile(reply, calls.showVoucher, { content: await drawCached(deps, order), name });
  });

  mount(app, calls.renewVoucher, async ({ door, params, body }) =>
    renewVoucher(door.scope(), needs, { id: params.id, ...body }),
  );
}
