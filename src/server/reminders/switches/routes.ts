import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import {
  changeReminderHour,
  holdReminders,
  listReminders,
  switchAnswers,
  switchReminder,
} from './switches.ts';

export function reminderRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listReminders, async ({ door }) => listReminders(door.scope(), deps));
  mount(app, calls.changeReminderHour, async ({ door, body }) =>
    changeReminderHour(door.scope(), deps, body.hour),
  );
  mount(app, calls.switchReminder, async ({ door, body }) => switchReminder(door.scope(), deps, body));
  mount(app, calls.switchAnswers, async ({ door, body }) => switchAnswers(door.scope(), deps, body.isOn));
  mount(app, calls.holdReminders, async ({ door, body }) => holdReminders(door.scope(), deps, body.isHeld));
}
