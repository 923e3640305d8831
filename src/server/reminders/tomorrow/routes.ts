import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showNextReminders, skipReminders } from './tomorrow.ts';

export function nextReminderRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showNextReminders, async ({ door, query }) =>
    showNextReminders(door.scope(), deps, query),
  );
  mount(app, calls.skipReminders, async ({ door, body }) => skipReminders(door.scope(), deps, body));
}
