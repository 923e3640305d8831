import type { Template } from '#shared/calls/templates.ts';
import type { Scope } from '../auth/scope.ts';

export async function listTemplates(scope: Scope): Promise<Template[]> {
  return scope.db
    .selectFrom('template')
    .select(['id', 'title', 'message', 'media', 'sendOn'])
    .where('campusID', '=', scope.campusID)
    .orderBy('id')
    .execute();
}

export async function insertTemplates(
  scope: Scope,
  templates: { title: string; message: string }[],
  now: string,
): Promise<void> {
  const rows = templates.map((template) => ({ ...template, campusID: scope.campusID, createdAt: now }));
  await scope.db.insertInto('template').values(rows).execute();
}
