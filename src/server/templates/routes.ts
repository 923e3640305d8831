import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { mount } from '../http/mount.ts';
import { listTemplates } from './queries.ts';

export function templateRoutes(app: FastifyInstance): void {
  mount(app, calls.listTemplates, async ({ door }) => listTemplates(door.scope()));
}
