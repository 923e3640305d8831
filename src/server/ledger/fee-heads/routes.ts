import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { sayFeeHead, showFeeHeads } from './fee-heads.ts';

export function feeHeadRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listFeeHeads, async ({ door }) => ({ heads: await showFeeHeads(door.scope()) }));

  mount(app, calls.sayFeeHead, async ({ door, body }) => sayFeeHead(door.scope(), deps, body));
}
