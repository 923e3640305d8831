import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showReceipt } from './receipts.ts';

export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showReceipt, async ({ door, params }) => showReceipt(door.scope(), deps, params));
}
