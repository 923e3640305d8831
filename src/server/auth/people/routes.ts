import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { OneTimeLink } from '#shared/calls/people.ts';
import { versionIn } from '#shared/versions.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { addressOfLink, type Link } from '../links/links.ts';
import type { Proof } from '../scope.ts';
import {
  disablePerson,
  enablePerson,
  invitePerson,
  listPeople,
  resetPerson,
  updatePerson,
} from './people.ts';

const administered = ({ campuses }: Proof) =>
  campuses.filter(({ rights }) => rights.admin).map(({ id, name }) => ({ id, name }));

export function peopleRoutes(app: FastifyInstance, deps: Deps): void {
  const answerOf = (link: Link, host: string): OneTimeLink => ({
    url: addressOfLink(deps.config.publicUrl ?? `http://${host}`, link),
    expiresAt: link.expiresAt,
  });

  mount(app, calls.listPeople, async ({ door: { proof } }) => ({
    people: await listPeople(deps, { proof }),
    campuses: administered(proof),
  }));

  mount(app, calls.invitePerson, async ({ door, body, request }) => {
    const { id, link } = await invitePerson(deps, door, body);
    return { id, link: answerOf(link, request.host) };
  });

  mount(app, calls.updatePerson, async ({ door: { proof }, params: { id }, body, request }) =>
    updatePerson(deps, { proof, id, version: versionIn(body, request.headers['if-match']) }, body),
  );

  mount(app, calls.resetPerson, async ({ door: { proof }, params: { id }, request }) =>
    answerOf(await resetPerson(deps, { proof, id }), request.host),
  );

  mount(app, calls.disablePerson, async ({ door: { proof }, params: { id } }) =>
    disablePerson(deps, { proof, id }),
  );

  mount(app, calls.enablePerson, async ({ door: { proof }, params: { id } }) =>
    enablePerson(deps, { proof, id }),
  );
}
