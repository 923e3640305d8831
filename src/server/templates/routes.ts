import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { Template } from '#shared/calls/templates.ts';
import { versionIn, withVersion } from '#shared/versions.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/store.ts';
import { mount } from '../platform/http/mount.ts';
import { submitTemplate } from './approvals/approvals.ts';
import { addTemplate, changeTemplate, removeTemplate } from './templates.ts';
import { findCampusOfTemplate, listTemplates } from './templates-queries.ts';

/** Returns a function that finds the campus of the template. */
const holding =
  (templateID: number) =>
  (db: Db, campusIDs: number[]): Promise<number | undefined> =>
    findCampusOfTemplate(db, campusIDs, templateID);

const versioned = (template: Template) => withVersion(calls.updateTemplate, template);

export function templateRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listTemplates, async ({ door }) => (await listTemplates(door.scope())).map(versioned));

  mount(app, calls.addTemplate, async ({ door, body }) =>
    versioned(await addTemplate(door.scope(), deps, body)),
  );

  mount(app, calls.updateTemplate, async ({ door, params, body, request }) => {
    const scope = await door.scopeHolding(holding(params.id));
    const version = versionIn(body, request.headers['if-match']);
    return versioned(await changeTemplate(scope, deps, { id: params.id, template: body, version }));
  });

  mount(app, calls.submitTemplate, async ({ door, params, body }) => {
    const scope = await door.scopeHolding(holding(params.id));
    return submitTemplate(scope, deps, { templateID: params.id, ...body });
  });

  mount(app, calls.removeTemplate, async ({ door, params }) => {
    const scope = await door.scopeHolding(holding(params.id));
    await removeTemplate(scope, deps, params.id);
  });
}
