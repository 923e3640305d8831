import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { scopeOf } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../platform/http/mount.ts';
import { showCampusFigures } from './campus-figures.ts';

export function campusFigureRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listCampusFigures, async ({ door, query: { year, month } }) => {
    const places = door.proof.campuses
      .filter(({ rights }) => rights.view)
      .map((looks) => ({
        scope: scopeOf(deps.store.db, door.proof, { campusID: looks.id, needed: 'view' }),
        looks,
      }));
    const requested = { ...(year === undefined ? {} : { year }), ...(month === undefined ? {} : { month }) };
    return showCampusFigures(deps, places, requested);
  });
}
