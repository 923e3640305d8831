import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { recordChange } from '../../trail/actions.ts';
import { carryAround } from '../carried/actions.ts';
import type { FollowPayments } from '../model.ts';
import { changeDueRules } from './actions.ts';

export function dueRuleRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  mount(app, calls.changeDueRules, async ({ door, body }) =>
    changeDueRules(door.scope(), { ...deps, followPayments, carryAround, recordChange }, body),
  );
}
