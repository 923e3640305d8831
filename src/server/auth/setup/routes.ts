import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { login } from '../account/account.ts';
import { sessionAnswer, setSignInCookies, signInSourceOf } from '../account/routes.ts';
import { needGoodPassword } from '../passwords/passwords.ts';
import { checkSetup, type SeedCampus, setUp } from './setup.ts';
import { hasSchool } from './setup-queries.ts';

export function setupRoutes(app: FastifyInstance, deps: Deps, seedCampus: SeedCampus): void {
  mount(app, calls.getSetup, async () => ({ needed: !(await hasSchool(deps.store.db)) }));

  mount(app, calls.checkSetup, async ({ body }) => checkSetup(deps, body.token));

  mount(app, calls.setUp, async ({ body, request, reply }) => {
    await needGoodPassword(body.password, [body.userName, body.name, body.school, body.campus]);
    const from = signInSourceOf(deps, request, body.userName);
    const { address } = from.device;
    const first = { ...body, demo: body.demo || deps.config.demo, address };
    await setUp(deps, first, seedCampus);
    const proof = await login(deps, first, from);
    setSignInCookies(deps, { request, reply }, proof);
    return sessionAnswer(proof, deps.config.publicUrl ?? `http://${request.host}`);
  });
}
