import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { versionIn } from '#shared/versions.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { addMoneyAccount, showAccounts, updateMoneyAccount } from './money-accounts.ts';

export function moneyAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const needs = { ...deps, recordChange };

  mount(app, calls.listMoneyAccounts, async ({ door }) => showAccounts(door.scope()));

  mount(app, calls.addMoneyAccount, async ({ door, body }) => addMoneyAccount(door.scope(), needs, body));

  mount(app, calls.updateMoneyAccount, async ({ door, params, body, request }) => {
    const version = versionIn(body, request.headers['if-match']);
    return updateMoneyAccount(door.scope(), needs, { ...body, id: params.id, version });
  });
}
