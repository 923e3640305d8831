import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { needAll } from '../../auth/need-all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { switchBroadcasts } from './broadcasts.ts';

export function broadcastRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.pauseOutbox, async ({ door, body }) => {
    needAll(door.proof, body);
    return switchBroadcasts(door.scope(), deps, {
      from: 'running',
      to: 'paused',
      broadcastID: body.broadcastID,
    });
  });

  mount(app, calls.resumeOutbox, async ({ door, body }) => {
    needAll(door.proof, body);
    return switchBroadcasts(door.scope(), deps, {
      from: 'paused',
      to: 'running',
      broadcastID: body.broadcastID,
    });
  });
}
