import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { versionIn } from '#shared/versions.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import type { SeedCampus } from '../setup/setup.ts';
import { addCampus, changeCampus, changeSchoolName, showSchool } from './campuses.ts';

export function campusRoutes(app: FastifyInstance, deps: Deps, seedCampus: SeedCampus): void {
  mount(app, calls.getSchool, async ({ door }) => showSchool(deps, door.proof));

  mount(app, calls.updateSchool, async ({ door, body }) => changeSchoolName(deps, door.proof, body.name));

  mount(app, calls.addCampus, async ({ door: { proof }, body }) => ({
    id: await addCampus(deps, { proof, seedCampus }, body),
  }));

  mount(app, calls.updateCampus, async ({ door: { proof }, params: { id }, body, request }) => {
    const { version: _version, ...details } = body;
    const version = versionIn(body, request.headers['if-match']);
    return changeCampus(deps, { proof, id, version }, details);
  });
}
