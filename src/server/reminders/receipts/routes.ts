import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { sendReceipt, showReceiptMessages } from './receipts.ts';

export function receiptMessageRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showReceiptMessages, async ({ door, params }) =>
    showReceiptMessages(door.scope(), deps, params.id),
  );
  mount(app, calls.sendReceipt, async ({ door, params }) => sendReceipt(door.scope(), deps, params.id));
}
