import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { addressOf } from '../address.ts';
import { openLink, showLink } from './actions.ts';

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showLink, async ({ body }) => showLink(deps, body.token));

  mount(app, calls.openLink, async ({ body, request }) =>
    openLink(deps, { ...body, address: addressOf(request) }),
  );
}
