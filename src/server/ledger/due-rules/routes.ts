import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { recordChange } from '../../trail/trail.ts';
import { recarry } from '../carried/carried.ts';
import type { FollowPayments } from '../model.ts';
import { changeDueRules } from './due-rules.ts';

export function dueRuleRoutes(app: FastifyInstance, deps: Deps, followPayments: FollowPayments): void {
  mount(app, calls.changeDueRules, async ({ door, body }) =>
    changeDueRules(door.scope(), { ...deps, followPayments, recarry, recordChange }, body),
  );
}
