import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { makeLink, revokeLink } from './links.ts';

export function familyLinkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.makeLink, async ({ door, body }) => makeLink(door.scope(), deps, body.number));
  mount(app, calls.revokeLink, async ({ door, body }) => revokeLink(door.scope(), deps, body.number));
}
