/** The campus whose ids the isolation test passes to every query of another campus. */
import { Readable } from 'node:stream';
import { makeReason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../src/server/auth/scope.ts';
import {
  insertBankRows,
  insertFile,
  listCounting,
} from '../../src/server/bank/bank-files/bank-files-queries.ts';
import { putSetup } from '../../src/server/bank/push-setup/setup-queries.ts';
import { insertPromise } from '../../src/server/billing/promises/promises-queries.ts';
import { findEntry } from '../../src/server/bin/bin-queries.ts';
import { insertInbound, putToConfirm, setSeen } from '../../src/server/chat/chat-queries.ts';
import { insertSnippet } from '../../src/server/chat/snippets/snippets-queries.ts';
import { insertCount } from '../../src/server/counter/day-book/day-book-queries.ts';
import { receivePayment } from '../../src/server/counter/payments/payments.ts';
import { returnPayment } from '../../src/server/counter/returns/returns.ts';
import { putHeadings } from '../../src/server/imports/history/history-queries.ts';
import { openChildren } from '../../src/server/imports/students/of-bills.ts';
import { importStudents } from '../../src/server/imports/students/students.ts';
import {
  insertClass,
  insertSection,
  listStudentsByRegNum,
  putSpellings,
} from '../../src/server/imports/students/students-queries.ts';
import { adjustBill } from '../../src/server/ledger/adjustments/adjustments.ts';
import {
  insertAdjustments,
  listWaivers,
  voidAdjustments,
} from '../../src/server/ledger/adjustments/adjustments-queries.ts';
import { listCarriedTo } from '../../src/server/ledger/carried/carried-queries.ts';
import { putChosenClass } from '../../src/server/ledger/fee-heads/fee-heads-queries.ts';
import {
  endAllocations,
  findNextReceipt,
  insertAllocations,
  insertPayments,
  listLiveAllocations,
  voidPayments,
} from '../../src/server/ledger/ledger-queries.ts';
import { insertLowered } from '../../src/server/ledger/lowered/lowered-queries.ts';
import { insertPrints } from '../../src/server/papers/printed/printed-queries.ts';
import { insertJob } from '../../src/server/papers/prints/prints-queries.ts';
import { insertReceiptPrint } from '../../src/server/papers/receipts/receipts-queries.ts';
import { putSetting } from '../../src/server/papers/settings/settings-queries.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { putReminderSetting, putRule } from '../../src/server/reminders/reminders-queries.ts';
import { insertReminders } from '../../src/server/reminders/runs/runs-queries.ts';
import { insertSeen, listEntries } from '../../src/server/reports/exceptions/exceptions-queries.ts';
import { putSubmitted } from '../../src/server/templates/approvals/approvals-queries.ts';
import { removeTemplate } from '../../src/server/templates/templates.ts';
import { recordChange } from '../../src/server/trail/trail.ts';
import { readRun } from '../races/one-message.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { moneyNeeds } from '../support/money.ts';
import { providerReason } from '../support/provider-reason.ts';
import type { World } from '../support/world.ts';

export const now = '2026-11-20T00:00:00.000Z';
/** When the credit was used: after all payments. */
const usedAt = '2099-01-01T00:00:00.000Z';
/** Marks everything that the victim holds. */
export const secret = 'SECRET';

export type Victim = Awaited<ReturnType<typeof makeVictim>>;

/** Students of two imports, the second of which changed a student of the first, and an empty section and class. */
async function makeRosters(world: World, { scope, roster }: CampusInTest) {
  const { classID, sectionID, students } = await roster({
    className: `${secret} class`,
    fatherName: 'Imran',
  });
  const rosterIDs: number[] = [];
  for (const name of [secret, `${secret} again`]) {
    const head = {
      saveID: `roster of ${name}`,
      file: { name, sha256: '' },
      left: { skipped: 0, refused: 0 },
    };
    const part = [{ regNum: `${secret} 1`, name, class: `${secret} class` }];
    const save = {
      head: { ...head, headings: [], classes: [], content: '' },
      students: Readable.from([part]),
    };
    rosterIDs.push((await importStudents(scope, world.deps, save)).importID);
  }
  await putSpellings(scope, [{ spelling: secret.toLowerCase(), classID }]);
  const emptyClassID = await insertClass(scope, `${secret} empty`);
  const emptySectionID = await insertSection(scope, classID, `${secret} empty`);
  const otherSectionID = await insertSection(scope, classID, `${secret} other`);
  const regNums = students.map(({ regNum }) => regNum);
  const studentIDs = (await listStudentsByRegNum(scope, regNums)).map(({ id }) => id);
  return { classID, sectionID, regNums, studentIDs, rosterIDs, emptyClassID, emptySectionID, otherSectionID };
}

/** A billing without messages, from two imports, the second of which changed a bill of the first. */
async function makeImports(world: World, campus: CampusInTest) {
  const identity = { regNum: `${secret} 2`, invNo: `${secret} 3`, name: secret };
  const nobody = makeBill({ regNum: null, invNo: null, name: secret, number: '03001234568', paidAmount: 1 });
  const { id: billingID, importID } = await campus.save([makeBill(identity), nobody], { name: secret });
  const second = await campus.save([makeBill({ ...identity, total: 1 })], { id: billingID });
  const { db } = world.deps.store;
  await db
    .updateTable('import')
    .set({ saveID: `${secret} save`, fileName: secret, sha256: secret, oneSeries: 1 })
    .where('id', '=', importID)
    .execute();
  const part = { fileName: secret, sha256: '', sheet: '', createdAt: now, classes: [] };
  await openChildren(campus.scope, 'all', { importID, ...part });
  const rows = await db
    .selectFrom('bill')
    .select('id')
    .where('groupID', '=', billingID)
    .orderBy('id')
    .execute();
  return { billingID, importIDs: [importID, second.importID], importedIDs: rows.map(({ id }) => id) };
}

const carriedOf = async (scope: Scope, toBillID: number): Promise<number[]> =>
  (await listCarriedTo(scope, [toBillID])).map(({ id }) => id);
/** A row of a bank file without its payment. */
export const bankRowOf = (of: { fileID: number; accountID: number }, key = `2026-11-20|${secret}`) => ({
  ...{ ...of, key, day: '2026-11-20', amount: 300, reference: secret, text: secret },
  ...{ match: 'paidAlready' as const, waiverID: null, byHand: 0, createdAt: now },
});

export const voucherSetting = {
  ...({ copies: 'bank,school', language: 'en', numbering: 'voucher', sorting: 'class' } as const),
  ...({ termsEn: secret, termsUr: secret, renewFine: 100, renewDays: 1, receiptSize: 'roll' } as const),
};
export const voucherJob = { name: secret, vouchers: 1, createdAt: now, createdBy: secret };
export const voucherPrint = { expiryDate: null, sha256: secret, createdAt: now, createdBy: secret };

/** The settings of vouchers, a file of vouchers that is being made, and a printed voucher. */
async function makeVouchers({ scope }: CampusInTest, [billID = 0]: number[]) {
  await putSetting(scope, voucherSetting);
  await insertPrints(scope, [{ ...voucherPrint, billID, serial: 1 }]);
  const voucherJobID = (await insertJob(scope, { ...voucherJob, clientID: `${secret} press` })) ?? 0;
  await scope.db
    .updateTable('voucher_job')
    .set({ contents: secret })
    .where('id', '=', voucherJobID)
    .execute();
  return { voucherJobID };
}

/** The key of a payment that a biller reported. */
export const pushedKey = `${secret} pushed`;
export const pushSetup = (accountID: number) => ({
  ...{ accountID, billerKey: secret, userName: secret, password: secret, isOn: 1 },
});

/**
 * A payment of which one part settles a bill, one part was given back and one is left; a payment that is all credit;
 * and a fine.
 */
const makeMoney = (world: World, { scope }: CampusInTest, billIDs: number[]) =>
  inTransaction(scope, (scope) => makeMoneyIn(world, scope, billIDs));

async function makeMoneyIn(world: World, scope: Scope, [billID = 0, paidID = 0]: number[]) {
  const { db, campusID } = scope;
  const names = { title: secret, bank: secret, number: secret, iban: secret, prefix: secret };
  const account = { kind: 'bank', numbering: 'voucher', onVoucher: 1, createdAt: now, campusID } as const;
  const { id: accountID } = await db
    .insertInto('money_account')
    .values({ ...names, ...account })
    .returning('id')
    .executeTakeFirstOrThrow();
  const of = { method: 'cash', payer: secret, billID } as const;
  const { paymentID } = await receivePayment(scope, moneyNeeds(world.deps), {
    ...of,
    clientID: `${secret} press`,
    amount: 3,
    accountID,
    receivedOn: '2026-01-05',
    confirmed: true,
    allocations: [{ billID, amount: 0.5 }],
  });
  const back = {
    clientID: `${secret} back`,
    kind: 'refund',
    amount: 1,
    returnedOn: '2026-01-05',
    reason: secret,
  } as const;
  await returnPayment(scope, moneyNeeds(world.deps), { id: paymentID, ...back });
  await insertCount(scope, {
    ...{ day: '2026-01-05', clerk: secret, expected: 1, counted: 1, note: secret },
    ...{ clientID: `${secret} count`, createdAt: now, createdBy: secret },
  });
  const credit = { ...of, clientID: `${secret} credit`, amount: 5, allocations: [] };
  const { paymentID: creditID } = await receivePayment(scope, moneyNeeds(world.deps), credit);
  await insertReceiptPrint(scope, { paymentID, serial: 1, createdAt: now, createdBy: secret });
  // Only the parent says that this was paid; no bank file shows it.
  const { paymentID: unseenID } = await receivePayment(scope, moneyNeeds(world.deps), {
    ...of,
    clientID: `${secret} online`,
    amount: 0.1,
    method: 'online',
    allocations: [{ billID, amount: 0.1 }],
  });
  const fine = { clientID: `${secret} fine`, kind: 'fine', amount: 1, reason: secret } as const;
  await adjustBill(scope, moneyNeeds(world.deps), { id: billID, ...fine });
  await db.updateTable('bill').set({ status: 'paid' }).where('id', '=', paidID).execute();
  // The bill was carried to another one for a while and is owed again.
  const until = '2026-01-07T08:00:00.000Z';
  const carry = { billID: paidID, toBillID: billID, amount: 1, kind: 'carried', reason: '' } as const;
  const made = { ...carry, day: '2026-01-06', createdAt: now, createdBy: secret };
  await insertAdjustments(scope, [made]);
  await voidAdjustments(scope, await carriedOf(scope, billID), { now: until });
  await insertAdjustments(scope, [made]);
  const [carriedID] = await carriedOf(scope, billID);
  const { groupID, importID } = await db
    .selectFrom('bill')
    .select(['groupID', 'importID'])
    .where('id', '=', billID)
    .executeTakeFirstOrThrow();
  const lowered = { billID, groupID, name: secret, regNum: null, amount: 10, reason: secret };
  await insertLowered(scope, [{ ...lowered, day: '2026-11-20', createdAt: now, createdBy: secret }]);
  const [pushedID = 0] = await insertPayments(scope, [
    {
      ...{ receiptNo: await findNextReceipt(scope), amount: 10, method: 'online', accountID, regNum: null },
      ...{ receivedOn: '2026-11-20', billID, reference: secret, source: 'push', sourceKey: pushedKey },
      ...{ createdAt: now, createdBy: secret },
    },
  ]);
  // Its void counts on the day on which it was made, because the books of its own day were closed.
  const [lateVoidID = 0] = await insertPayments(scope, [
    {
      ...{ receiptNo: await findNextReceipt(scope), amount: 10, method: 'cash', regNum: secret },
      ...{ receivedOn: '2026-01-01', source: 'counter', createdAt: now, createdBy: secret },
    },
  ]);
  const closed = { ...scope, userID: secret, campus: { ...scope.campus, closedUntil: '2026-01-31' } };
  await voidPayments(closed, [lateVoidID], { now, reason: secret });
  const settles = { billID, groupID, name: secret, regNum: null, amount: 10, createdAt: now };
  await insertAllocations(scope, [{ ...settles, paymentID: pushedID }]);
  // As if the credit had been used when the import was saved.
  await insertAllocations(scope, [{ ...settles, paymentID: creditID, amount: 1, createdAt: usedAt }]);
  const [markID = 0] = await insertPayments(scope, [
    {
      ...{ receiptNo: await findNextReceipt(scope), amount: 10, method: 'marked', regNum: secret },
      ...{ receivedOn: '2026-11-20', source: 'mark', createdAt: now, createdBy: secret },
    },
  ]);
  await insertAllocations(scope, [{ ...settles, paymentID: markID }]);
  const marks = (await listLiveAllocations(scope, [billID])).filter((one) => one.paymentID === markID);
  await endAllocations(
    scope,
    marks.map(({ id }) => id),
    now,
  );
  await voidPayments(scope, [markID], { now, reason: secret });
  await putSetup(scope, pushSetup(accountID));
  const head = `${secret} head`;
  await putChosenClass(scope, { name: head, chosen: 'arrears' });
  const file = {
    accountID,
    name: secret,
    sha256: secret,
    rows: 1,
    sum: 300,
    headings: JSON.stringify([secret]),
  };
  const fileID = await insertFile(scope, {
    ...{ ...file, saveID: `${secret} save`, content: secret, createdAt: now, createdBy: secret },
    answer: JSON.stringify({ changed: [secret] }),
  });
  const waiver = { ...made, kind: 'waiver', toBillID: null, clientID: `${secret} waiver` } as const;
  await insertAdjustments(scope, [waiver]);
  const waiverID = (await listWaivers(scope, [waiver.clientID])).get(waiver.clientID) ?? null;
  await insertBankRows(scope, [{ ...bankRowOf({ fileID, accountID }), paymentID, waiverID }]);
  const [row] = await listCounting(scope, fileID);
  const { id: fineID } = await db
    .selectFrom('adjustment')
    .select('id')
    .where('campusID', '=', campusID)
    .where('kind', '=', 'fine')
    .executeTakeFirstOrThrow();
  const allocations = await db
    .selectFrom('allocation')
    .select('id')
    .where('campusID', '=', campusID)
    .execute();
  return {
    accountID,
    fineID,
    waiverID: waiverID ?? 0,
    fileID,
    bankRowID: row?.id ?? 0,
    paymentID,
    creditID,
    usedBy: { groupID, importID: importID ?? 0, at: usedAt },
    unseenID,
    allocationIDs: allocations.map(({ id }) => id),
    carried: { id: carriedID, from: paidID, to: billID, until },
    head,
  };
}

/**
 * A send that was paused automatically, with a message in the state `sending` and one that may have been sent; and a
 * send that began late.
 */
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
  const unknown = { status: 'unknown', attempts: 1, reason: providerReason(secret), dueAt: null } as const;
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
      reason: providerReason(secret),
      providerID: secret,
    })
    .execute();
  await db
    .insertInto('receipt')
    .values({
      senderID: `s${scope.campusID}`,
      providerID: secret,
      status: 'sent',
      reason: providerReason(secret),
      at: now,
      receivedAt: now,
      matched: 1,
    })
    .execute();
  await db
    .updateTable('broadcast')
    .set({ state: 'paused', notice: providerReason(secret) })
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
    .set({ stoppedAt: now, stopReason: providerReason(secret) })
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

/** A send with a family that was told by phone, and a message at a corrected number that is retried automatically. */
async function makeMended({ scope, message }: CampusInTest): Promise<number> {
  const { db, campusID, userID } = scope;
  const { broadcastID } = await message({
    contacts: '0300-2000011, 0300-2000012',
    message: `${secret} mended`,
  });
  const following = await message({ contacts: '0300-2000013', message: `${secret} mended` });
  const [byPhone, wrong] = (await readRun(scope, broadcastID)).map(({ id }) => id);
  const [instead] = (await readRun(scope, following.broadcastID)).map(({ id }) => id);
  const set = (id: number | undefined, change: object) =>
    db
      .updateTable('message')
      .set(change)
      .where('id', '=', id ?? 0)
      .execute();
  await set(byPhone, { status: 'failed', reason: providerReason(secret), dueAt: null });
  await set(wrong, { status: 'skipped', reason: makeReason('numberChanged'), dueAt: null });
  await set(instead, { attempts: 1, reason: providerReason(secret), dueAt: '2999-01-01T00:00:00.000Z' });
  await db
    .updateTable('broadcast')
    .set({ followsID: broadcastID })
    .where('id', '=', following.broadcastID)
    .execute();
  await db
    .insertInto('correction')
    .values({ campusID, broadcastID, messageID: wrong ?? 0, insteadID: instead ?? 0 })
    .execute();
  await db
    .insertInto('contacted_by_phone')
    .values({ campusID, broadcastID, messageID: byPhone ?? 0, by: userID, at: now })
    .execute();
  return broadcastID;
}

/** Two reminders that were skipped because their bills were paid. Returns the messages of the first. */
async function makeSkipped({ scope, message }: CampusInTest, groupID: number): Promise<number[]> {
  const ids: number[][] = [];
  for (const text of ['first', 'second']) {
    const run = { groupIDs: [groupID], message: `${secret} ${text} reminder`, status: 'unpaid' as const };
    const { broadcastID } = await message(run);
    await scope.db
      .updateTable('message')
      .set({ status: 'skipped', reason: makeReason('paidSince'), dueAt: null })
      .where('broadcastID', '=', broadcastID)
      .execute();
    ids.push((await readRun(scope, broadcastID)).map(({ id }) => id));
  }
  return ids[0] ?? [];
}

export const exceptionsOfVictim = { codes: ['movedToCredit'], since: '2000', until: '2999', take: 10 };

/** Entries of the trail about the template and the person, as an administrator reads them. The owner has seen one. */
const makeTrail = (
  { scope }: CampusInTest,
  { userID, templateID }: { userID: string; templateID: number },
): Promise<void> =>
  inTransaction(scope, async (scope) => {
    const entry = { at: now, changes: { title: [secret, secret] } } as const;
    const template = { kind: 'template', id: templateID, name: secret } as const;
    await recordChange(scope, { what: 'templateAdded', about: template, ...entry });
    const person = { kind: 'person', id: userID, name: secret } as const;
    await recordChange(scope, { what: 'rightsChanged', about: person, ...entry });
    const details = { amount: 1 };
    await recordChange(scope, {
      what: 'movedToCredit',
      at: now,
      about: { ...template, kind: 'bill' },
      details,
    });
    const [moved] = await listEntries(scope, exceptionsOfVictim);
    await insertSeen(scope, [moved?.id ?? 0], { seenAt: now, seenBy: secret });
    await recordChange(scope, {
      what: 'movedToCredit',
      at: now,
      about: { ...template, kind: 'bill' },
      details,
    });
  });

export const reminderRow = {
  sendOn: 'due',
  anchor: '2026-11-10',
  day: '2026-11-10',
  runOn: '2026-11-10',
  broadcastID: null,
  createdAt: now,
};

/** A template in the bin with its approval. */
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

/** Two rules that are on, with a bill that was reminded and a bill that was skipped. */
async function makeReminders(
  { scope, template }: CampusInTest,
  templateID: number,
  billIDs: readonly number[],
) {
  await putReminderSetting(scope, { hour: secret });
  const receiptID = (await template(`${secret} receipt`, secret))?.id ?? 0;
  await putRule(scope, { templateID: receiptID, sendOn: 'paid', startsOn: '2026-11-01', createdAt: now });
  await putRule(scope, { templateID, sendOn: 'due', startsOn: '2026-11-01', createdAt: now });
  const states = ['fired', 'skipped'] as const;
  await insertReminders(
    scope,
    states.map((state, at) => ({ ...reminderRow, billID: billIDs[at] ?? 0, templateID, state })),
  );
}

/** A campus with a marked row in every table. */
export async function makeVictim(world: World) {
  const campus = await world.school('victim', `${secret} Campus`);
  const { userID } = await campus.user();
  const group = await campus.group({
    name: `${secret} billing`,
    bills: [
      makeBill({ name: `${secret} child`, number: '03001234567' }),
      makeBill({ name: secret, invNo: `0${secret}` }),
    ],
  });
  const template = await campus.template(`${secret} template`, secret);
  await putSubmitted(campus.scope, {
    templateID: template?.id ?? 0,
    name: 'x',
    language: 'en',
    category: secret,
    providerID: secret,
    state: 'approved',
    reason: providerReason(secret),
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
  const money = await makeMoney(world, campus, imports.importedIDs);
  const vouchers = await makeVouchers(
    campus,
    group.bills.map(({ id }) => id),
  );
  await makeReminders(
    campus,
    template?.id ?? 0,
    group.bills.map(({ id }) => id),
  );
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
    .set({ status: 'failed', reason: providerReason(secret), code: '131026' })
    .where('broadcastID', '=', first.broadcastID)
    .where('number', '=', '+923001234567')
    .execute();
  const senderID = `s${campus.id}`;
  // One that was seen and one that was not.
  let inboundID = 0;
  for (const number of ['+923001234569', '+923001234567', '+923001234568', '+923001234566']) {
    const stored = await insertInbound(db, {
      campusID: campus.id,
      senderID,
      providerID: `in ${number}`,
      number,
      text: secret,
      media: '',
      audio: '',
      at: now,
    });
    inboundID = stored?.id ?? 0;
  }
  const onPhone = { providerID: 'on the phone', number: '+923001234567', isOurs: 1, seen: 1 };
  const shown = { text: secret, media: '', audio: '', at: now };
  await insertInbound(db, { campusID: campus.id, senderID, ...onPhone, ...shown });
  await putToConfirm(campus.scope, '+923001234567', inboundID);
  await setSeen(campus.scope, '+923001234568', 1_000_000);
  const snippet = await insertSnippet(campus.scope, { title: secret, message: secret }, now);
  await db
    .insertInto('opt_out')
    .values({ campusID: campus.id, number: '+923001234568', at: now, by: userID, note: secret })
    .execute();
  await db
    .insertInto('whatsapp_name')
    .values({ campusID: campus.id, name: `PK.${secret}`, number: '+923001234567' })
    .execute();
  const file = { name: `${secret}.jpg`, bytes: 1, createdAt: now, reservedUntil: null };
  await db
    .insertInto('file')
    .values({ ...file, campusID: campus.id })
    .execute();
  const { id: keyID } = await campus.key({ view: true }, { name: secret });
  await db
    .insertInto('number_label')
    .values({ campusID: campus.id, number: '+923001234567', label: secret })
    .execute();
  const link = { number: '+923001234567', token: `${secret} ${campus.id}`, createdAt: now };
  await db
    .insertInto('parent_link')
    .values({ ...link, campusID: campus.id })
    .execute();
  const promise = { numbers: '+923001234567', day: '2026-11-19', amount: 1, note: secret };
  const promiseID = await insertPromise(campus.scope, promise, now);
  const correctionID = await campus.correction();
  const flight = await makeFlight(campus);
  const skippedIDs = await makeSkipped(campus, group.id);
  const mendedRunID = await makeMended(campus);
  await db
    .updateTable('broadcast')
    .set({ paymentID: money.paymentID, answersID: inboundID, reminderOf: template?.id ?? 0 })
    .where('id', '=', mendedRunID)
    .execute();
  const { billID: paidID } = await db
    .selectFrom('allocation')
    .innerJoin('payment', 'payment.id', 'allocation.paymentID')
    .select('allocation.billID')
    .where('allocation.campusID', '=', campus.id)
    .where('endedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .orderBy('allocation.id')
    .executeTakeFirstOrThrow();
  await insertReminders(campus.scope, [
    {
      ...{ ...reminderRow, billID: paidID, templateID: template?.id ?? 0, state: 'fired' },
      ...{ anchor: '2026-10-10', broadcastID: mendedRunID },
    },
  ]);
  const { number: notifiedNumber } = await db
    .selectFrom('message')
    .select('number')
    .where('campusID', '=', campus.id)
    .where('status', 'in', ['accepted', 'sent', 'delivered', 'read'])
    .where('billIDs', '<>', '')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const messages = await db
    .selectFrom('message')
    .select('id')
    .where('campusID', '=', campus.id)
    .orderBy('id')
    .execute();
  const bills = await db.selectFrom('bill').select('numbers').where('campusID', '=', campus.id).execute();
  return {
    campus,
    userID,
    inboundID,
    notifiedNumber,
    numbers: bills.map(({ numbers }) => numbers),
    groupID: group.id,
    billIDs: group.bills.map(({ id }) => id),
    ...rosters,
    ...imports,
    ...money,
    ...vouchers,
    senderID,
    keyID,
    snippetID: snippet.id,
    correctionID,
    promiseID,
    templateID: template?.id ?? 0,
    ...binned,
    broadcastIDs: [first.broadcastID, waiting.broadcastID],
    ...flight,
    skippedIDs,
    mendedRunID,
    messageIDs: messages.map(({ id }) => id),
  };
}
