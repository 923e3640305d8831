import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import { needNumber, writerIn } from '../../chat/chat-rules.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { addOptOut, removeOptOut } from './opt-outs.ts';
import { listOptOuts } from './opt-outs-queries.ts';

/** Reads a typed number, or the WhatsApp name that is stored instead of a number. */
const needWriter = (typed: string, country: string): string =>
  writerIn(typed, country) ?? needNumber(typed, country);

export function optOutRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listOptOuts, async ({ door, query }) => {
    const scope = door.scope();
    const { country } = scope.campus;
    if (query.number === '') return listOptOuts(scope);
    return listOptOuts(scope, needWriter(query.number, country));
  });

  mount(app, calls.addOptOut, async ({ door, body }) => {
    const scope = door.scope();
    const number = needNumber(body.number, scope.campus.country);
    return addOptOut(scope, deps, { number, note: body.note });
  });

  mount(app, calls.removeOptOut, async ({ door, query }) => {
    const scope = door.scope();
    const number = needWriter(query.number, scope.campus.country);
    await removeOptOut(scope, deps, { number, note: query.note });
  });
}
