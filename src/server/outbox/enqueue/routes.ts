import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { send, sendToClasses } from './enqueue.ts';

export function messageRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.sendToGroups, async ({ door, body }) => send(door.scope(), deps, body));
  mount(app, calls.sendToMember, async ({ door, body }) =>
    send(door.scope(), deps, { ...body, kind: 'reply' }),
  );
  mount(app, calls.sendToClasses, async ({ door, body }) =>
    sendToClasses(door.scope(body.campusID), deps, body),
  );
}
