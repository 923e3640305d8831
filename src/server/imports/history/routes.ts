import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { mount } from '../../platform/http/mount.ts';
import { showHeadings, showImports } from './history.ts';

export function importRoutes(app: FastifyInstance): void {
  mount(app, calls.listImports, async ({ door, query }) => {
    const { groupID, kind, after, take } = query;
    return showImports(door.scope(), { groupID, kind, after, take });
  });

  mount(app, calls.listHeadings, async ({ door, query }) => showHeadings(door.scope(), query.kind));
}
