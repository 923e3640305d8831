import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { addressOf } from '../address.ts';
import { rememberBrowser } from '../trusted-browser.ts';
import { openLink, showLink } from './links.ts';

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showLink, async ({ body }) => showLink(deps, body.token));

  mount(app, calls.openLink, async ({ body, request, reply }) => {
    const opened = await openLink(deps, { ...body, address: addressOf(request) });
    // This browser is now a known browser. Wrong guesses by others then do not delay the sign-in that follows.
    rememberBrowser(deps, { request, reply }, opened.userName);
    return opened;
  });
}
