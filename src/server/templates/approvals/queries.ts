import type { Insertable } from 'kysely';
import type { Reason } from '#shared/reasons.ts';
import type { Campus, Scope } from '../../auth/scope.ts';
import type { Db } from '../../db/store.ts';
import type { ApprovalTable, BroadcastTemplate } from '../tables.ts';

const templates = (scope: Scope) =>
  scope.db
    .selectFrom('template')
    .leftJoin('approval', 'approval.templateID', 'template.id')
    .select([
      'template.id',
      'template.title',
      'template.message',
      'template.media',
      'approval.name',
      'approval.language',
      'approval.category',
      'approval.state',
      'approval.reason',
      'approval.message as submitted',
      'approval.media as submittedMedia',
      'approval.submittedAt',
      'approval.syncedAt',
    ])
    .where('template.campusID', '=', scope.campusID)
    .orderBy('template.id');

/** The templates of the campus, in the order they were made, each with what was submitted of it. */
export async function listToApprove(scope: Scope) {
  return templates(scope).execute();
}

export type ToApprove = Awaited<ReturnType<typeof listToApprove>>[number];

export async function findToApprove(scope: Scope, templateID: number): Promise<ToApprove | undefined> {
  return templates(scope).where('template.id', '=', templateID).executeTakeFirst();
}

const submitted = (scope: Scope) =>
  scope.db.selectFrom('approval').where('campusID', '=', scope.campusID).orderBy('templateID');

/** Everything that was submitted. */
export async function listSubmitted(scope: Scope) {
  return submitted(scope).selectAll().execute();
}

export async function findSubmitted(scope: Scope, templateID: number) {
  return submitted(scope).selectAll().where('templateID', '=', templateID).executeTakeFirst();
}

/** The template as a broadcast goes by it, if it is approved and says just this. */
export async function findSendable(
  scope: Scope,
  templateID: number,
  said: { message: string; media: string },
): Promise<BroadcastTemplate | undefined> {
  const row = await submitted(scope)
    .select(['name', 'language', 'stopButton'])
    .where('templateID', '=', templateID)
    .where('state', '=', 'approved')
    .where('message', '=', said.message)
    .where('media', '=', said.media)
    .executeTakeFirst();
  return row && { templateID, ...row, hasHeader: said.media !== '', stopButton: row.stopButton === 1 };
}

/** In the place of what was submitted of this template before. */
export async function putSubmitted(
  scope: Scope,
  approval: Omit<Insertable<ApprovalTable>, 'campusID'>,
): Promise<void> {
  const { templateID, ...again } = approval;
  await scope.db
    .insertInto('approval')
    .values({ ...approval, campusID: scope.campusID })
    .onConflict((on) =>
      on.column('templateID').doUpdateSet(again).where('approval.campusID', '=', scope.campusID),
    )
    .execute();
}

/** What WhatsApp says of it, unless something else was submitted meanwhile. */
export async function changeApproval(
  scope: Scope,
  { templateID, name }: { templateID: number; name: string },
  change: Partial<Pick<ApprovalTable, 'state' | 'reason' | 'category' | 'syncedAt'>>,
): Promise<void> {
  await scope.db
    .updateTable('approval')
    .set(change)
    .where('campusID', '=', scope.campusID)
    .where('templateID', '=', templateID)
    .where('name', '=', name)
    .execute();
}

/** The latest bill: an example for whoever approves. */
export async function findLatestBill(scope: Scope): Promise<number | undefined> {
  const row = await scope.db
    .selectFrom('bill')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
  return row?.id ?? undefined;
}

/** The templates by which runs go that have not come to their end, as stored. */
export async function listTemplatesInUse(scope: Scope): Promise<BroadcastTemplate[]> {
  const rows = await scope.db
    .selectFrom('broadcast')
    .select('template')
    .where('campusID', '=', scope.campusID)
    .where('state', 'in', ['running', 'paused'])
    .where('template', 'is not', null)
    .execute();
  return rows.map(({ template }) => JSON.parse(template ?? '') as BroadcastTemplate);
}

/** Each campus that has submitted something: what of it nobody has heard of yet, and when it last asked. */
export async function listSyncs(db: Db): Promise<(Campus & { waiting: number; askedAt: string | null })[]> {
  return db
    .selectFrom('approval')
    .innerJoin('campus', 'campus.id', 'approval.campusID')
    .select((eb) => [
      'campus.id',
      'campus.name',
      'campus.country',
      'campus.timeZone',
      'campus.graceDays',
      'campus.sundayDays',
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(
              eb.or([
                eb('approval.syncedAt', 'is', null),
                // One that was paused is let go again after some hours, or not at all.
                eb('approval.state', 'in', ['pending', 'paused']),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('waiting'),
      eb.fn.max('approval.syncedAt').as('askedAt'),
    ])
    .groupBy('campus.id')
    .groupBy(['campus.name', 'campus.country', 'campus.timeZone', 'campus.graceDays', 'campus.sundayDays'])
    .execute();
}

export async function isApproved(
  db: Db,
  { campusID, name, language }: Pick<ApprovalTable, 'campusID' | 'name' | 'language'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('approval')
    .select('templateID')
    .where('campusID', '=', campusID)
    .where('name', '=', name)
    .where('language', '=', language)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  return row !== undefined;
}

/** WhatsApp has refused the template of this broadcast: it is not sent by any more until WhatsApp was asked. */
export async function pauseApproval(db: Db, broadcastID: number, reason: Reason): Promise<void> {
  const broadcast = await db
    .selectFrom('broadcast')
    .select(['campusID', 'template'])
    .where('id', '=', broadcastID)
    .executeTakeFirst();
  if (!broadcast?.template) return;
  const { name, language } = JSON.parse(broadcast.template) as BroadcastTemplate;
  await db
    .updateTable('approval')
    .set({ state: 'paused', reason, syncedAt: null })
    .where('campusID', '=', broadcast.campusID)
    .where('name', '=', name)
    .where('language', '=', language)
    .where('state', '=', 'approved')
    .execute();
}

/** What another account approved says nothing of this one. */
export async function deleteApprovals(scope: Scope): Promise<void> {
  await scope.db.deleteFrom('approval').where('campusID', '=', scope.campusID).execute();
}

/**
 * It went another way meanwhile: whose account these were is not known any more, nor what WhatsApp says of them now.
 */
export async function resetApprovals(scope: Scope): Promise<void> {
  await scope.db
    .updateTable('approval')
    .set({ state: 'pending', reason: '', syncedAt: null })
    .where('campusID', '=', scope.campusID)
    .execute();
}

type ApprovalKey = Pick<ApprovalTable, 'campusID' | 'name' | 'language'>;

/** As WhatsApp told it at this instant; false where something later is known, or there is no such template. */
export async function setApprovalState(
  db: Db,
  { campusID, name, language }: ApprovalKey,
  { asOf, ...change }: { state: ApprovalTable['state']; reason: ApprovalTable['reason']; asOf: string },
): Promise<boolean> {
  const row = await db
    .updateTable('approval')
    .set({ ...change, syncedAt: asOf })
    .where('campusID', '=', campusID)
    .where('name', '=', name)
    .where('language', '=', language)
    .where((eb) => eb.or([eb('syncedAt', 'is', null), eb('syncedAt', '<=', asOf)]))
    .returning('templateID')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setApprovalCategory(
  db: Db,
  { campusID, name, language }: ApprovalKey,
  category: string,
): Promise<void> {
  await db
    .updateTable('approval')
    .set({ category })
    .where('campusID', '=', campusID)
    .where('name', '=', name)
    .where('language', '=', language)
    .execute();
}
