import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { undoImport } from './undo.ts';

export function undoRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.undoImport, async ({ door, params }) => undoImport(door.scope(), deps, params.id));
}
