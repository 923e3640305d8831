import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { type CopyDecided, decideCopy, listHeldRuns } from './copies.ts';

export function copyRoutes(app: FastifyInstance, deps: Deps, copyDecided: CopyDecided): void {
  mount(app, calls.listHeldRuns, ({ door }) => listHeldRuns(door.scope()));
  mount(app, calls.decideCopy, ({ door, body }) => decideCopy(door.scope(), { ...deps, copyDecided }, body));
}
