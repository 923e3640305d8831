/** The campus whose ids a stranger calls every query with. */
import { Readable } from 'node:stream';
import { reasonOf } from '#shared/reasons.ts';
import { findEntry } from '../../src/server/bin/queries.ts';
import { inTransaction } from '../../src/server/db/transaction.ts';
import { putHeadings } from '../../src/server/imports/history/queries.ts';
import { importStudents } from '../../src/server/imports/students/actions.ts';
import {
  insertClass,
  insertSection,
  listStudentsByRegNum,
} from '../../src/server/imports/students/queries.ts';
import { removeTemplate } from '../../src/server/templates/actions.ts';
import { putSubmitted } from '../../src/server/templates/approvals/queries.ts';
import { recordChange } from '../../src/server/trail/actions.ts';
import { readRun } from '../races/one-message.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { said } from '../support/said.ts';
import type { World } from '../support/world.ts';

export const now = '2026-11-20T00:00:00.000Z';
/** In everything that the victim holds. */
export const secret = 'SECRET';

export type Victim = Awaited<ReturnType<typeof makeVictim>>;

/** Students by two imports, the second of which changed one of the first, and a section and a class with nobody. */
async function makeRosters(world: World, { scope, roster }: CampusInTest) {
  const { classID, sectionID, students } = await roster({ className: `${secret} class` });
  const rosterIDs: number[] = [];
  for (const name of [secret, `${secret} again`]) {
    const head = {
      saveID: `roster of ${name}`,
      file: { name, sha256: '' },
      left: { skipped: 0, refused: 0 },
    };
    const part = [{ regNum: `${secret} 1`, name, class: `${secret} class` }];
    const save = { head: { ...head, headings: [], content: '' }, students: Readable.from([part]) };
    rosterIDs.push((await importStudents(scope, world.deps, save)).importID);
  }
  const emptyClassID = await insertClass(scope, `${secret} empty`);
  const emptySectionID = await insertSection(scope, classID, `${secret} empty`);
  const regNums = students.map(({ regNum }) => regNum);
  const studentIDs = (await listStudentsByRegNum(scope, regNums)).map(({ id }) => id);
  return { classID, sectionID, regNums, studentIDs, rosterIDs, emptyClassID, emptySectionID };
}

/** A billing that nobody was told of, by two imports, the second of which changed a bill of the first. */
async function makeImports(world: World, campus: CampusInTest) {
  const kept = { regNum: `${secret} 2`, invNo: `${secret} 3`, name: secret };
  const nobody = makeBill({ regNum: null, invNo: null, name: secret, number: '03001234568' });
  const { id: billingID, importID } = await campus.save([makeBill(kept), nobody], { name: secret });
  const second = await campus.save([makeBill({ ...kept, total: 1 })], { id: billingID });
  const { db } = world.deps.store;
  await db
    .updateTable('import')
    .set({ saveID: `${secret} save`, fileName: secret, sha256: secret, oneSeries: 1 })
    .where('id', '=', importID)
    .execute();
  const rows = await db.selectFrom('bill').select('id').where('groupID', '=', billingID).execute();
  return { billingID, importIDs: [importID, second.importID], importedIDs: rows.map(({ id }) => id) };
}

/** A run that was paused by itself while one of its messages is being sent, and one may have been; and a late one. */
async function makeFlight({ scope, message }: CampusInTest) {
  const { db } = scope;
  const run = { contacts: '0300-2000001, 0300-2000002', message: `${secret} in flight` };
  const { broadcastID } = await message(run);
  const [open, unsure] = (await readRun(scope, broadcastID)).map(({ id }) => id);
  const sending = {
    status: 'sending',
    attempts: 1,
    leaseUntil: '2999-01-01T00:00:00.000Z',
    dueAt: null,
  } as const;
  await db
    .updateTable('message')
    .set(sending)
    .where('id', '=', open ?? 0)
    .execute();
  await db
    .insertInto('manual_claim')
    .values({
      campusID: scope.campusID,
      messageID: open ?? 0,
      attempt: 1,
      userID: secret,
      expiresAt: sending.leaseUntil,
    })
    .execute();
  const unknown = { status: 'unknown', attempts: 1, reason: said(secret), dueAt: null } as const;
  await db
    .updateTable('message')
    .set(unknown)
    .where('id', '=', unsure ?? 0)
    .execute();
  await db
    .insertInto('attempt')
    .values({
      messageID: unsure ?? 0,
      attempt: 1,
      campusID: scope.campusID,
      senderID: `s${scope.campusID}`,
      startedAt: now,
      endedAt: now,
      outcome: 'accepted',
      code: null,
      reason: said(secret),
      providerID: secret,
    })
    .execute();
  await db
    .insertInto('receipt')
    .values({
      senderID: `s${scope.campusID}`,
      providerID: secret,
      status: 'sent',
      reason: said(secret),
      at: now,
      receivedAt: now,
      matched: 1,
    })
    .execute();
  await db
    .updateTable('broadcast')
    .set({ state: 'paused', notice: said(secret) })
    .where('id', '=', broadcastID)
    .execute();
  const late = await message({ contacts: '0300-2000003', message: `${secret} late` });
  await db
    .updateTable('broadcast')
    .set({
      template: JSON.stringify({ name: secret }),
      nextAt: '2026-01-01T00:00:00.000Z',
      servedAt: '2026-01-01T00:00:00.000Z',
    })
    .where('id', '=', late.broadcastID)
    .execute();
  await db
    .updateTable('sender')
    .set({ stoppedAt: now, stopReason: said(secret) })
    .where('campusID', '=', scope.campusID)
    .execute();
  const [waiting] = await readRun(scope, late.broadcastID);
  return {
    openID: open ?? 0,
    unsureID: unsure ?? 0,
    heldRunID: broadcastID,
    lateRunID: late.broadcastID,
    lateID: waiting?.id ?? 0,
  };
}

/** Two reminders, left out because their bills were paid; answers the messages of the first. */
async function makeSkipped({ scope, message }: CampusInTest, groupID: number): Promise<number[]> {
  const ids: number[][] = [];
  for (const text of ['first', 'second']) {
    const run = { groupIDs: [groupID], message: `${secret} ${text} reminder`, status: 'unpaid' as const };
    const { broadcastID } = await message(run);
    await scope.db
      .updateTable('message')
      .set({ status: 'skipped', reason: reasonOf('paidSince'), dueAt: null })
      .where('broadcastID', '=', broadcastID)
      .execute();
    ids.push((await readRun(scope, broadcastID)).map(({ id }) => id));
  }
  return ids[0] ?? [];
}

/** What was done to the template and the person, as an administrator reads it. */
const makeTrail = (
  { scope }: CampusInTest,
  { userID, templateID }: { userID: string; templateID: number },
): Promise<void> =>
  inTransaction(scope, async (scope) => {
    const told = { at: now, changes: { title: [secret, secret] } } as const;
    const template = { kind: 'template', id: templateID, name: secret } as const;
    await recordChange(scope, { what: 'templateAdded', about: template, ...told });
    const person = { kind: 'person', id: userID, name: secret } as const;
    await recordChange(scope, { what: 'rightsChanged', about: person, ...told });
  });

/** A template in the bin, with what was submitted of it. */
async function makeBinned(world: World, { scope, template }: CampusInTest) {
  const binnedID = (await template(`${secret} gone`, secret))?.id ?? 0;
  await putSubmitted(scope, {
    templateID: binnedID,
    name: `${secret} gone`,
    language: 'en',
    category: secret,
    providerID: secret,
    state: 'approved',
    reason: '',
    message: secret,
    media: '',
    stopButton: 0,
    submittedAt: now,
    syncedAt: null,
  });
  await removeTemplate(scope, world.deps, binnedID);
  const what = { kind: 'template', itemID: binnedID, now } as const;
  const binID = (await findEntry(scope, what))?.id ?? 0;
  return { binnedID, binID };
}

/** A campus with something in every table, all of it marked. */
export async function makeVictim(world: World) {
  const campus = await world.school('victim', `${secret} Campus`);
  const { userID } = await campus.user();
  const group = await campus.group({
    name: `${secret} billing`,
    bills: [makeBill({ name: `${secret} child`, number: '03001234567' }), makeBill({ name: secret })],
  });
  const template = await campus.template(`${secret} template`, secret);
  await putSubmitted(campus.scope, {
    templateID: template?.id ?? 0,
    name: 'x',
    language: 'en',
    category: secret,
    providerID: secret,
    state: 'approved',
    reason: said(secret),
    message: secret,
    media: '',
    stopButton: 0,
    submittedAt: now,
    syncedAt: null,
  });
  const binned = await makeBinned(world, campus);
  await makeTrail(campus, { userID, templateID: template?.id ?? 0 });
  const rosters = await makeRosters(world, campus);
  const imports = await makeImports(world, campus);
  await putHeadings(campus.scope, 'bills', [{ heading: secret, field: 'regNum' }]);
  const first = await campus.message({
    groupIDs: [group.id],
    message: `${secret} {{name}}`,
    clientID: 'victim-run',
  });
  await world.work();
  const waiting = await campus.message({
    groupIDs: [group.id],
    message: `${secret} waiting`,
    status: 'unpaid',
    clientID: 'victim-waiting',
  });
  const { db } = world.deps.store;
  await db
    .updateTable('message')
    .set({ status: 'failed', reason: said(secret), code: '131026' })
    .where('broadcastID', '=', first.broadcastID)
    .where('number', '=', '+923001234567')
    .execute();
  const senderID = `s${campus.id}`;
  await db
    .insertInto('inbound')
    .values({
      campusID: campus.id,
      senderID,
      providerID: 'in1',
      number: '+923001234567',
      text: secret,
      media: '',
      audio: '',
      at: now,
    })
    .execute();
  await db
    .insertInto('opt_out')
    .values({ campusID: campus.id, number: '+923001234568', at: now, by: userID, note: secret })
    .execute();
  const file = { name: `${secret}.jpg`, bytes: 1, createdAt: now, reservedUntil: null };
  await db
    .insertInto('file')
    .values({ ...file, campusID: campus.id })
    .execute();
  const { id: keyID } = await campus.key({ view: true }, { name: secret });
  const flight = await makeFlight(campus);
  const skippedIDs = await makeSkipped(campus, group.id);
  const messages = await db
    .selectFrom('message')
    .select('id')
    .where('campusID', '=', campus.id)
    .orderBy('id')
    .execute();
  return {
    campus,
    userID,
    groupID: group.id,
    billIDs: group.bills.map(({ id }) => id),
    ...rosters,
    ...imports,
    senderID,
    keyID,
    templateID: template?.id ?? 0,
    ...binned,
    broadcastIDs: [first.broadcastID, waiting.broadcastID],
    ...flight,
    skippedIDs,
    messageIDs: messages.map(({ id }) => id),
  };
}
