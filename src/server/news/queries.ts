/** What a provider told of a campus's number and of its templates, whose sender says which campus; each takes `Db`. */
import type { Db } from '../db/store.ts';
import type { TemplateStatus } from '../whatsapp/templates.ts';

export type Named = { campusID: number; name: string; language: string };

/** What is said as of this instant; false where something later is known, or there is no such template. */
export async function setApproval(
  db: Db,
  { campusID, name, language }: Named,
  { asOf, ...said }: { state: TemplateStatus; reason: string; asOf: string },
): Promise<number | undefined> {
  const row = await db
    .updateTable('approval')
    .set({ ...said, syncedAt: asOf })
    .where('campusID', '=', campusID)
    .where('name', '=', name)
    .where('language', '=', language)
    .where((eb) => eb.or([eb('syncedAt', 'is', null), eb('syncedAt', '<=', asOf)]))
    .returning('templateID')
    .executeTakeFirst();
  return row?.templateID;
}

export async function setCategory(
  db: Db,
  { campusID, name, language }: Named,
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

/** The runs under way that go by a template, with which one it is. */
export async function listTemplateRuns(db: Db, campusID: number) {
  return db
    .selectFrom('broadcast')
    .select(['id', 'state', 'notice', 'template'])
    .where('campusID', '=', campusID)
    .where('state', 'in', ['running', 'paused'])
    .where('template', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Nothing more is sent until a person lets it go on; what it was stopped for first stays said. */
export async function stopSender(
  db: Db,
  senderID: string,
  { reason, policy, now }: { reason: string; policy: 'pauseSender' | 'fixToken'; now: string },
): Promise<void> {
  await db
    .updateTable('sender')
    .set({ stoppedAt: now, stopReason: reason, stopPolicy: policy })
    .where('id', '=', senderID)
    .where('stoppedAt', 'is', null)
    .execute();
}

/** What it was stopped for is over; stopped for anything else it stays so. */
export async function endStop(
  db: Db,
  senderID: string,
  { reason, now }: { reason: string; now: string },
): Promise<void> {
  await db
    .updateTable('sender')
    .set({ stoppedAt: null, stopReason: null, stopPolicy: null, nextAt: now })
    .where('id', '=', senderID)
    .where('stopReason', '=', reason)
    .execute();
}
