import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';
import { showApprovals, syncTemplates } from './actions.ts';

export function approvalRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listApprovals, async ({ door }) => showApprovals(door.scope(), deps));
  mount(app, calls.syncTemplates, async ({ door }) => ({
    changed: await syncTemplates(door.scope(), deps),
  }));
}
