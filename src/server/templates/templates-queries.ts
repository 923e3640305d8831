import type { Template, TemplateDetails } from '#shared/calls/templates.ts';
import type { Scope } from '../auth/scope.ts';
import type { Db } from '../platform/db/store.ts';
import type { StoredRow } from '../platform/db/tables.ts';

const columns = ['id', 'title', 'message', 'media', 'sendOn'] as const;

/** Lists the templates of the campus, in the order of their creation. */
export async function listTemplates(scope: Scope): Promise<Template[]> {
  return scope.db
    .selectFrom('template')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .orderBy('id')
    .execute();
}

export async function findTemplate(scope: Scope, templateID: number): Promise<Template | undefined> {
  return scope.db
    .selectFrom('template')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', templateID)
    .executeTakeFirst();
}

/** Returns which of these campuses has the template. */
export async function findCampusOfTemplate(
  db: Db,
  campusIDs: number[],
  templateID: number,
): Promise<number | undefined> {
  if (campusIDs.length === 0) return undefined;
  const row = await db
    .selectFrom('template')
    .select('campusID')
    .where('campusID', 'in', campusIDs)
    .where('id', '=', templateID)
    .executeTakeFirst();
  return row?.campusID;
}

export async function insertTemplates(
  scope: Scope,
  templates: { title: string; message: string }[],
  now: string,
): Promise<void> {
  const rows = templates.map((template) => ({ ...template, campusID: scope.campusID, createdAt: now }));
  await scope.db.insertInto('template').values(rows).execute();
}

export async function insertTemplate(
  scope: Scope,
  template: TemplateDetails,
  now: string,
): Promise<Template> {
  const { title, message, media, sendOn } = template;
  return scope.db
    .insertInto('template')
    .values({
      title,
      message,
      media: media ?? '',
      sendOn: sendOn || null,
      campusID: scope.campusID,
      createdAt: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Returns the changed template, or undefined when the campus has no such template. */
export async function updateTemplate(
  scope: Scope,
  templateID: number,
  template: TemplateDetails,
): Promise<Template | undefined> {
  const { title, message, media, sendOn } = template;
  return scope.db
    .updateTable('template')
    .set({
      title,
      message,
      ...(media === undefined ? {} : { media: media ?? '' }),
      ...(sendOn === undefined ? {} : { sendOn: sendOn || null }),
    })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', templateID)
    .returning(columns)
    .executeTakeFirst();
}

/** Returns the deleted row, or undefined when the campus has no such template. */
export async function deleteTemplate(
  scope: Scope,
  templateID: number,
): Promise<StoredRow<'template'> | undefined> {
  return scope.db
    .deleteFrom('template')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', templateID)
    .returningAll()
    .executeTakeFirst();
}

/** Restores a deleted template under its own id. */
export async function putBackTemplate(scope: Scope, row: StoredRow<'template'>): Promise<void> {
  await scope.db
    .insertInto('template')
    .values({ ...row, campusID: scope.campusID })
    .execute();
}
