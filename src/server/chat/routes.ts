import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';
import { loadChat, loadChatPage, markSeen, showConversations } from './actions.ts';

export function chatRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.loadChat, async ({ door, query }) => loadChat(door.scope(), query.number));

  mount(app, calls.loadChatPage, async ({ door, query: { number, take, before, from } }) =>
    loadChatPage(door.scope(), number, { take, before, from }),
  );

  mount(app, calls.listConversations, async ({ door, query }) => {
    const { search, after, take } = query;
    return showConversations(door.scope(), { search, after, take });
  });

  mount(app, calls.markSeen, async ({ door, body }) => {
    // The chat's ids say whose message it is: `i` for a parent's.
    const upTo = Number(body.upTo.slice(1));
    return { changed: await markSeen(door.scope(), deps, { typed: body.number, upTo }) };
  });
}
