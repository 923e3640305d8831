import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { showClasses } from '../students/students.ts';
import { changeClass, mergeClass, promoteClass, splitClass } from './classes.ts';

export function classRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listClasses, async ({ door }) => showClasses(door.scope()));

  mount(app, calls.changeClass, async ({ door, params, body }) =>
    changeClass(door.scope(), deps, { ...body, id: params.id }),
  );

  mount(app, calls.mergeClass, async ({ door, params, body }) =>
    mergeClass(door.scope(), deps, { id: params.id, intoID: body.intoID }),
  );

  mount(app, calls.promoteClass, async ({ door, params, body }) =>
    promoteClass(door.scope(), deps, { ...body, id: params.id }),
  );

  mount(app, calls.splitClass, async ({ door, params, body }) =>
    splitClass(door.scope(), deps, { id: params.id, part: body }),
  );
}
