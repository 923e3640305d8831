import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { undoImport } from './actions.ts';

export function undoRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.undoImport, async ({ door, params }) => undoImport(door.scope(), deps, params.id));
}
