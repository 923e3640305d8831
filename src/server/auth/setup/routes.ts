import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { sessionAnswer, setSessionCookie } from '../account/routes.ts';
import { type Furnish, setUp } from './actions.ts';
import { hasSchool } from './queries.ts';
import { whyPasswordIsWeak } from './rules.ts';

export function setupRoutes(app: FastifyInstance, deps: Deps, furnish: Furnish): void {
  mount(app, calls.getSetup, async () => ({ needed: !(await hasSchool(deps.store.db)) }));

  mount(app, calls.setUp, async ({ body, request, reply }) => {
    const why = whyPasswordIsWeak(body, [body.userName, body.name, body.school, body.campus]);
    if (why) throw new Failure('invalid', why, [{ path: 'password', message: why }]);
    const proof = await setUp(deps, { ...body, demo: body.demo || deps.config.demo }, furnish);
    setSessionCookie(reply, deps, proof.token);
    return sessionAnswer(proof, deps.config.publicUrl ?? `http://${request.host}`);
  });
}
