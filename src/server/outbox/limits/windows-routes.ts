import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { oneNumber } from '../../chat/chat-rules.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showWindow } from './windows.ts';

export function windowRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.getWindow, async ({ door, query }) => {
    const scope = door.scope();
    return showWindow(scope, deps, oneNumber(query.number, scope.campus.country));
  });
}
