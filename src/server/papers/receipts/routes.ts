import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { sendFile } from '../../platform/http/files.ts';
import { mount } from '../../platform/http/mount.ts';
import { drawCached } from '../engine/paper-cache.ts';
import { orderReceipt } from './receipts.ts';

export function receiptPaperRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.printReceipt, async ({ door, params, query, reply }) => {
    const { duplicate, size, given } = query;
    const request = { id: params.id, size, given, isDuplicate: duplicate === '1' };
    const { order, name } = await orderReceipt(door.scope(), deps, request);
    return sendFile(reply, calls.printReceipt, { content: await drawCached(deps, order), name });
  });
}
