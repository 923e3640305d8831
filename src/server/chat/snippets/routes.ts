import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { addSnippet, changeSnippet, removeSnippet } from './actions.ts';
import { listSnippets } from './queries.ts';

export function snippetRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listSnippets, async ({ door }) => listSnippets(door.scope()));

  mount(app, calls.addSnippet, async ({ door, body }) => addSnippet(door.scope(), deps, body));

  mount(app, calls.updateSnippet, async ({ door, params, body }) =>
    changeSnippet(door.scope(), deps, { id: params.id, snippet: body }),
  );

  mount(app, calls.removeSnippet, async ({ door, params }) => {
    await removeSnippet(door.scope(), deps, params.id);
  });
}
