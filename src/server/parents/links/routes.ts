import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { makeFamilyLink, revokeLink } from './links.ts';

export function familyLinkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.makeLink, async ({ door, body }) => makeFamilyLink(door.scope(), deps, body.number));
  mount(app, calls.revokeLink, async ({ door, body }) => revokeLink(door.scope(), deps, body.number));
}
