import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { closeBooks } from './closing.ts';

export function closingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.closeBooks, async ({ door, body }) =>
    closeBooks(door.scope(), { ...deps, recordChange }, body),
  );
}
