import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import type { NumberReactions } from '../model.ts';
import { connectSender, linkPhone, showConnection, testConnection, unlinkPhone } from './connections.ts';

export function connectionRoutes(app: FastifyInstance, deps: Deps, reactions: NumberReactions): void {
  /**
   * Returns the address at which a provider calls this program: the configured one, or the host of this request.
   * X-Forwarded-Host is not used, because anybody can set it, and then tokens would be sent to that address.
   */
  const originOf = ({ headers }: FastifyRequest): string =>
    deps.config.publicUrl ?? `http://${headers.host ?? 'localhost'}`;

  mount(app, calls.getConnection, async ({ door, request }) =>
    showConnection(door.scope(), deps, originOf(request)),
  );

  mount(app, calls.setConnection, async ({ door, body, request }) =>
    connectSender(door.scope(), deps, { body, origin: originOf(request), reactions }),
  );

  mount(app, calls.testConnection, async ({ door, request }) =>
    testConnection(door.scope(), deps, { origin: originOf(request), reactions }),
  );

  mount(app, calls.getLinkedSession, async ({ door, request }) =>
    linkPhone(door.scope(), deps, { act: 'look', origin: originOf(request) }),
  );

  mount(app, calls.startLinkedSession, async ({ door, request }) =>
    linkPhone(door.scope(), deps, { act: 'start', origin: originOf(request) }),
  );

  mount(app, calls.endLinkedSession, async ({ door, request }) =>
    unlinkPhone(door.scope(), deps, originOf(request)),
  );
}
