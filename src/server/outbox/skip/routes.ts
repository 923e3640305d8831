import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { mount } from '../../platform/http/mount.ts';
import { countWaiting } from './skip.ts';

export function skipRoutes(app: FastifyInstance): void {
  mount(app, calls.countWaiting, async ({ door, query: { groupID, billID } }) => {
    const about =
      billID === undefined
        ? ({ column: 'groupIDs', id: groupID ?? 0 } as const)
        : ({ column: 'billIDs', id: billID } as const);
    return countWaiting(door.scope(), about);
  });
}
