import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Snippet } from '#shared/calls/snippets.ts';
import { versionIn, withVersion } from '#shared/versions.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../platform/http/mount.ts';
import { addSnippet, changeSnippet, removeSnippet } from './snippets.ts';
import { listSnippets } from './snippets-queries.ts';

const versioned = (snippet: Snippet) => withVersion(calls.updateSnippet, snippet);

export function snippetRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listSnippets, async ({ door }) => (await listSnippets(door.scope())).map(versioned));

  mount(app, calls.addSnippet, async ({ door, body }) =>
    versioned(await addSnippet(door.scope(), deps, body)),
  );

  mount(app, calls.updateSnippet, async ({ door, params, body, request }) => {
    const version = versionIn(body, request.headers['if-match']);
    return versioned(await changeSnippet(door.scope(), deps, { id: params.id, snippet: body, version }));
  });

  mount(app, calls.removeSnippet, async ({ door, params }) => {
    await removeSnippet(door.scope(), deps, params.id);
  });
}
