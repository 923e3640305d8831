import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { findMoneyRules } from '../../auth/auth-queries.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { changeMoneyRules } from './money-rules.ts';

export function moneyRuleRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.showMoneyRules, async ({ door }) => {
    const { db, campusID } = door.scope();
    return findMoneyRules(db, campusID);
  });
  mount(app, calls.changeMoneyRules, async ({ door, body }) => {
    await changeMoneyRules(door.scope(), { ...deps, recordChange }, body);
    return body;
  });
}
