import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { provePassword } from '../passwords/passwords.ts';
import { limitProofs } from '../proof-limit.ts';
import { begin, confirm, renewCodes, showTwoFactor, turnOff } from './two-factor.ts';

/** Each change asks for the password, because somebody else may use a page that was left open. */
export function twoFactorRoutes(app: FastifyInstance, deps: Deps): void {
  const checkLimit = limitProofs(app);

  mount(app, calls.getTwoFactor, async ({ door }) => showTwoFactor(deps, door.proof.userID));

  mount(app, calls.beginTwoFactor, async ({ door, body, request }) => {
    await checkLimit(request);
    await provePassword(deps, door.proof.userID, body.current);
    return begin(deps, door.proof);
  });

  mount(app, calls.confirmTwoFactor, async ({ door, body, request }) => {
    await checkLimit(request);
    return { recoveryCodes: await confirm(deps, door.proof, body.code) };
  });

  mount(app, calls.renewRecoveryCodes, async ({ door, body, request }) => {
    await checkLimit(request);
    await provePassword(deps, door.proof.userID, body.current);
    return { recoveryCodes: await renewCodes(deps, door.proof) };
  });

  mount(app, calls.endTwoFactor, async ({ door, body, request }) => {
    await checkLimit(request);
    await provePassword(deps, door.proof.userID, body.current);
    await turnOff(deps, door.proof);
  });
}
