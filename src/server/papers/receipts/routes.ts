import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { sendFile } from '../../platform/http/files.ts';
import { mount } from '../../platform/http/mount.ts';
import { printReceipt } from './receipts.ts';

export function receiptPaperRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.printReceipt, async ({ door, params, body, reply }) =>
    sendFile(reply, calls.printReceipt, await printReceipt(door.scope(), deps, { id: params.id, ...body })),
  );
}
