import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import {
  addStudent,
  bringBackStudent,
  changeStudent,
  endStudent,
  showRoster,
  showStudent,
} from './actions.ts';

export function rosterRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listStudents, async ({ door, query }) => showRoster(door.scope(), query));

  mount(app, calls.getStudent, async ({ door, params }) => showStudent(door.scope(), params.id));

  mount(app, calls.addStudent, async ({ door, body }) => addStudent(door.scope(), deps, body));

  mount(app, calls.updateStudent, async ({ door, params, body }) =>
    changeStudent(door.scope(), deps, { id: params.id, change: body }),
  );

  mount(app, calls.endStudent, async ({ door, params, body }) =>
    endStudent(door.scope(), deps, { id: params.id, day: body.day }),
  );

  mount(app, calls.bringBackStudent, async ({ door, params }) =>
    bringBackStudent(door.scope(), deps, params.id),
  );
}
