import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { renewPush, savePush, showPush } from './setup.ts';

export function pushRoutes(app: FastifyInstance, deps: Deps): void {
  const needs = { ...deps, recordChange };
  mount(app, calls.getPush, async ({ door }) => showPush(door.scope(), deps));
  mount(app, calls.savePush, async ({ door, body }) => savePush(door.scope(), needs, body));
  mount(app, calls.renewPush, async ({ door }) => renewPush(door.scope(), needs));
}
