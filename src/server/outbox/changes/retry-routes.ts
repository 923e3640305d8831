import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { needAll } from '../../auth/need-all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { retry } from './retry.ts';

export function retryRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.retryOutbox, async ({ door, body }) => {
    needAll(door.proof, body);
    return retry(door.scope(), deps, body);
  });
}
