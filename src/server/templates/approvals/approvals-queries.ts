import type { Insertable } from 'kysely';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Campus, Scope } from '../../auth/scope.ts';
import type { Db } from '../../platform/db/store.ts';
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

/** Lists the templates of the campus, in the order of their creation, each with its submission. */
export async function listToApprove(scope: Scope) {
  return templates(scope).execute();
}

export type ToApprove = Awaited<ReturnType<typeof listToApprove>>[number];

export async function findToApprove(scope: Scope, templateID: number): Promise<ToApprove | undefined> {
  return templates(scope).where('template.id', '=', templateID).executeTakeFirst();
}

const submitted = (scope: Scope) =>
  scope.db.selectFrom('approval').where('campusID', '=', scope.campusID).orderBy('templateID');

/** Lists all submissions. */
export async function listSubmitted(scope: Scope) {
  return submitted(scope).selectAll().execute();
}

export async function findSubmitted(scope: Scope, templateID: number) {
  return submitted(scope).selectAll().where('templateID', '=', templateID).executeTakeFirst();
}

/** Returns the template for a broadcast, if it is approved with exactly this text and media. */
export async function findSendable(
  scope: Scope,
  templateID: number,
  content: { message: string; media: string },
): Promise<BroadcastTemplate | undefined> {
  const row = await submitted(scope)
    .select(['name', 'language', 'stopButton'])
    .where('templateID', '=', templateID)
    .where('state', '=', 'approved')
    .where('message', '=', content.message)
    .where('media', '=', content.media)
    .executeTakeFirst();
  return row && { templateID, ...row, hasHeader: content.media !== '', stopButton: row.stopButton === 1 };
}

/** Stores a submission. It replaces an earlier submission of this template. */
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

/** Stores WhatsApp's decision about a template, unless a newer version was submitted in the meantime. */
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

/** Returns the latest bill, which provides example values for the approval. */
export async function findLatestBill(scope: Scope): Promise<number | undefined> {
  const row = await scope.db
    .selectFrom('bill')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
  return row?.id ?? undefined;
}

/** Lists the templates of broadcasts that are not done. */
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

/**
 * Lists the campuses with submissions. `waiting` is the number of undecided submissions, and `lastSyncAt` the time of the
 * last sync.
 */
export async function listSyncs(
  db: Db,
): Promise<(Campus & { waiting: number; lastSyncAt: string | null })[]> {
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
      'campus.closedUntil',
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(
              eb.or([
                eb('approval.syncedAt', 'is', null),
                // WhatsApp releases a paused template after some hours, or never.
                eb('approval.state', 'in', ['pending', 'paused']),
              ]),
            )
            .then(1)
            .else(0)
            .end(),
        )
        .as('waiting'),
      eb.fn.max('approval.syncedAt').as('lastSyncAt'),
    ])
    .groupBy('campus.id')
    .groupBy(['campus.name', 'campus.country', 'campus.timeZone', 'campus.graceDays', 'campus.sundayDays'])
    .groupBy('campus.closedUntil')
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

/**
 * Marks the template of this broadcast as paused, because WhatsApp refused it. It is not used again until the next sync
 * with WhatsApp.
 */
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

/** Deletes all approvals, because they belong to another account. */
export async function deleteApprovals(scope: Scope): Promise<void> {
  await scope.db.deleteFrom('approval').where('campusID', '=', scope.campusID).execute();
}

/**
 * Resets all approvals. The campus sent in another way in the meantime, so their account and their state are unknown.
 */
export async function resetApprovals(scope: Scope): Promise<void> {
  await scope.db
    .updateTable('approval')
    .set({ state: 'pending', reason: '', syncedAt: null })
    .where('campusID', '=', scope.campusID)
    .execute();
}

type ApprovalKey = Pick<ApprovalTable, 'campusID' | 'name' | 'language'>;

/**
 * Stores a state that WhatsApp reported at `asOf`. Returns false when a later state is stored, or the template does not
 * exist.
 */
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
