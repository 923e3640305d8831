import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showApprovals, syncTemplates } from './approvals.ts';
import type { Approved } from './approvals-rules.ts';

export function approvalRoutes(app: FastifyInstance, deps: Deps, approved: Approved): void {
  mount(app, calls.listApprovals, async ({ door }) => showApprovals(door.scope(), deps));
  mount(app, calls.syncTemplates, async ({ door }) => {
    const changed = await syncTemplates(door.scope(), deps);
    await approved(deps);
    return { changed };
  });
}
