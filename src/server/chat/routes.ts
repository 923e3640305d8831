import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { mount } from '../http/mount.ts';
import { loadChat } from './actions.ts';

export function chatRoutes(app: FastifyInstance): void {
  mount(app, calls.loadChat, async ({ door, query }) => loadChat(door.scope(), query.number));
}
