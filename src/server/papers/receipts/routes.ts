import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { sendFile } from '../../platform/http/files.ts';
import { mount } from '../../platform/http/mount.ts';
import { drawKept } from '../engine/kept-papers.ts';
import { orderReceipt } from './receipts.ts';

export function receiptPaperRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.printReceipt, async ({ door, params, query, reply }) => {
    const { duplicate, size, given } = query;
    const wish = { id: params.id, size, given, isDuplicate: duplicate === '1' };
    const { order, name } = await orderReceipt(door.scope(), deps, wish);
    return sendFile(reply, calls.printReceipt, { content: await drawKept(deps, order), name });
  });
}
