import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Student } from '#shared/calls/students.ts';
import { versionIn, withVersion } from '#shared/versions.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import {
  addStudent,
  bringBackStudent,
  changeStudent,
  endStudent,
  showRoster,
  showStudent,
} from './roster.ts';

const versioned = (student: Student) => withVersion(calls.updateStudent, student);

export function rosterRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listStudents, async ({ door, query }) => {
    const { items, ...page } = await showRoster(door.scope(), query);
    return { ...page, items: items.map(versioned) };
  });

  mount(app, calls.getStudent, async ({ door, params }) =>
    versioned(await showStudent(door.scope(), params.id)),
  );

  mount(app, calls.addStudent, async ({ door, body }) =>
    versioned(await addStudent(door.scope(), deps, body)),
  );

  mount(app, calls.updateStudent, async ({ door, params, body, request }) => {
    const { version: _version, ...change } = body;
    const version = versionIn(body, request.headers['if-match']);
    return versioned(await changeStudent(door.scope(), deps, { id: params.id, change, version }));
  });

  mount(app, calls.endStudent, async ({ door, params, body }) =>
    versioned(await endStudent(door.scope(), deps, { id: params.id, day: body.day })),
  );

  mount(app, calls.bringBackStudent, async ({ door, params }) =>
    versioned(await bringBackStudent(door.scope(), deps, params.id)),
  );
}
