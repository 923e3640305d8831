import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../platform/http/mount.ts';
import { restoreDeleted, showBin } from './bin.ts';
import type { Restorers } from './model.ts';

export function binRoutes(app: FastifyInstance, deps: Deps, restorers: Restorers): void {
  mount(app, calls.listBin, async ({ door, query }) => showBin(door.scope(), deps, query));

  mount(app, calls.restoreBinned, async ({ door, body }) =>
    restoreDeleted(door.scope(), { deps, restorers }, body),
  );
}
