import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { login } from '../account/actions.ts';
import { deviceOf, sessionAnswer, setSessionCookie } from '../account/routes.ts';
import { needGoodPassword } from '../passwords/actions.ts';
import { type Furnish, setUp } from './actions.ts';
import { hasSchool } from './queries.ts';

export function setupRoutes(app: FastifyInstance, deps: Deps, furnish: Furnish): void {
  mount(app, calls.getSetup, async () => ({ needed: !(await hasSchool(deps.store.db)) }));

  mount(app, calls.setUp, async ({ body, request, reply }) => {
    await needGoodPassword(body.password, [body.userName, body.name, body.school, body.campus]);
    const { address } = deviceOf(request);
    const first = { ...body, demo: body.demo || deps.config.demo, address };
    await setUp(deps, first, furnish);
    const proof = await login(deps, first, deviceOf(request));
    setSessionCookie(reply, deps, proof.token);
    return sessionAnswer(proof, deps.config.publicUrl ?? `http://${request.host}`);
  });
}
