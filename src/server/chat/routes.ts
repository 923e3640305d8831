import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../platform/http/mount.ts';
import { dismissToConfirm, loadChat, loadChatPage, markAnswered, markSeen } from './chat.ts';

export function chatRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.loadChat, async ({ door, query }) => loadChat(door.scope(), query.number));

  mount(app, calls.loadChatPage, async ({ door, query: { number, take, before, from } }) =>
    loadChatPage(door.scope(), number, { take, before, from }),
  );

  mount(app, calls.markSeen, async ({ door, body }) => {
    // Ids in the chat begin with the direction: `i` for a parent's message.
    const upTo = Number(body.upTo.slice(1));
    return { changed: await markSeen(door.scope(), deps, { typed: body.number, upTo }) };
  });

  mount(app, calls.markAnswered, async ({ door, body: { number, upTo, isAnswered } }) => {
    const mark = { typed: number, upTo: Number(upTo.slice(1)), isAnswered };
    return { changed: await markAnswered(door.scope(), deps, mark) };
  });

  mount(app, calls.dismissToConfirm, async ({ door, body: { number, upTo } }) => {
    const looked = { typed: number, upTo: Number(upTo.slice(1)) };
    return { changed: await dismissToConfirm(door.scope(), deps, looked) };
  });
}
