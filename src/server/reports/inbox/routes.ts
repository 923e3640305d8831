import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showConversations } from './inbox.ts';

export function inboxRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listConversations, async ({ door, query }) => {
    const { list, number, search, after, take } = query;
    return showConversations(door.scope(), deps, { list, number, search, after, take });
  });
}
