/** A valid input for every call, built from a place whose parts a test may exchange. A new call needs one here. */

import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '#shared/call.ts';
import type { calls } from '#shared/calls/all.ts';
import { noPace } from '#shared/calls/senders.ts';
import type { BankAct } from '#shared/money/bank.ts';
import { usualVoucherSettings } from '#shared/money/voucher-settings.ts';
import { roles } from '#shared/people/rights.ts';
import { dayIn } from '#shared/time/dates.ts';
import { saveBankFile } from '../../src/server/bank/bank-files/bank-files.ts';
import { savePush } from '../../src/server/bank/push-setup/setup.ts';
import { insertPromise } from '../../src/server/billing/promises/promises-queries.ts';
import { insertSnippet } from '../../src/server/chat/snippets/snippets-queries.ts';
import { addMoneyAccount } from '../../src/server/counter/money-accounts/money-accounts.ts';
import { receivePayment } from '../../src/server/counter/payments/payments.ts';
import { setEnded } from '../../src/server/imports/roster/roster-queries.ts';
import { insertClass, listStudentsByRegNum } from '../../src/server/imports/students/students-queries.ts';
import { adjustBill } from '../../src/server/ledger/adjustments/adjustments.ts';
import { listAdjustmentRows } from '../../src/server/ledger/adjustments/adjustments-queries.ts';
import { papersIn } from '../../src/server/papers/engine/paper-cache.ts';
import { endJob, insertJob } from '../../src/server/papers/prints/prints-queries.ts';
import { makeFolder } from '../../src/server/platform/db/make-folder.ts';
import { removeTemplate } from '../../src/server/templates/templates.ts';
import { insertTemplate } from '../../src/server/templates/templates-queries.ts';
import { recordChange } from '../../src/server/trail/trail.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { moneyNeeds } from '../support/money.ts';
import { asLines, type CallRequest, type World } from '../support/world.ts';

export type CallName = keyof typeof calls;

/** Calls of the own account that need a password, a link or a code, which a sample cannot have. */
export const ofOwnAccount = [
  'changePassword',
  'beginTwoFactor',
  'confirmTwoFactor',
  'renewRecoveryCodes',
  'endTwoFactor',
  'showLink',
  'openLink',
] satisfies CallName[];

/** Calls that only an operator may make in a store of several schools. */
export const ofOperator = [
  'makeBackup',
  'setBackupFolder',
  'changeInstallation',
  'restartInstallation',
] satisfies CallName[];

export const needsRight = ({ access }: Call): boolean => access !== 'public' && access !== 'session';

/** Ids of things that belong to one campus. */
export type Ids = {
  campus: number;
  group: number;
  bill: number;
  run: number;
  message: number;
  class: number;
  otherClass: number;
  section: number;
  student: number;
  /** A student who left. */
  left: number;
  import: number;
  template: number;
  /** A deleted template. */
  binned: number;
  snippet: number;
  /** A corrected number that can still be undone. */
  correction: number;
  /** A payment with unused credit. */
  payment: number;
  exception: number;
  /** A fine on the bill. */
  adjustment: number;
  account: number;
  /** A saved bank file of the account. */
  bankFile: number;
  /** A finished print job. */
  voucherJob: number;
  /** A message with its family’s voucher. */
  carrying: number;
  /** That a family will pay, by a day far ahead. */
  promise: number;
};
/** `person`: another user of the campus. `key`: the id of an API key of the campus. */
export type Place = { db: string; cID: number; ids: Ids; number: string; person: string; key: string };

/** Makes a finished print job. */
async function madeVouchers({ deps }: World, { scope }: CampusInTest, billID: number): Promise<number> {
  const made = { createdAt: deps.now().toISOString(), createdBy: scope.userID };
  const jobID =
    (await insertJob(scope, { clientID: 'made', name: 'Vouchers.pdf', vouchers: 1, ...made })) ?? 0;
  const contents = { made: [{ billID, expiryDate: null, sha256: 'x', before: 0 }], groupID: null };
  await endJob(scope, jobID, { state: 'done', now: made.createdAt, contents: JSON.stringify(contents) });
  const folder = papersIn(deps.config.dataDir);
  makeFolder(folder);
  await writeFile(join(folder, `job-${jobID}.pdf`), '%PDF-1.7');
  return jobID;
}

async function firstMessage({ deps }: World, broadcastID: number): Promise<number> {
  const { id } = await deps.store.db
    .selectFrom('message')
    .select('id')
    .where('broadcastID', '=', broadcastID)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Fills a campus with one of everything. */
export async function fillCampus(world: World, campus: CampusInTest): Promise<Place> {
  const group = await campus.group({ bills: 2 });
  const [bill] = group.bills;
  const { broadcastID } = await campus.message({ groupIDs: [group.id] });
  const message = await firstMessage(world, broadcastID);
  const vouchers = await campus.message({ contactIDs: [bill?.id ?? 0], media: 'paper:voucher' });
  const carrying = await firstMessage(world, vouchers.broadcastID);
  const { classID, sectionID, students } = await campus.roster();
  const otherClass = await insertClass(campus.scope, 'Other class');
  const existing = await listStudentsByRegNum(
    campus.scope,
    students.map(({ regNum }) => regNum),
  );
  const [student = 0, left = 0] = existing.map(({ id }) => id);
  await setEnded(campus.scope, left, '2026-11-01');
  const ids = { campus: campus.id, group: group.id, bill: bill?.id ?? 0, run: broadcastID, message };
  // Nobody got a message about this billing, so its import can be undone.
  const { importID } = await campus.save([makeBill()], { name: 'Van' });
  await insertTemplate(campus.scope, newReceipt, world.deps.now().toISOString());
  const template = await campus.template('Fee due', 'Dear parent of {{name}}');
  const gone = (await campus.template('Gone', 'Dear parent'))?.id ?? 0;
  await removeTemplate(campus.scope, world.deps, gone);
  const { id: snippet } = await insertSnippet(campus.scope, newSnippet, '2026-11-20T00:00:00.000Z');
  const correction = await campus.correction();
  const { paymentID: payment } = await receivePayment(campus.scope, moneyNeeds(world.deps), {
    clientID: 'furnished',
    amount: 500,
    method: 'cash',
    billID: bill?.id ?? 0,
    allocations: [],
    // The first day of money, so that it can be returned on any other day.
    ...{ receivedOn: '2000-01-01', confirmed: true },
  });
  const { id: exception } = await world.deps.store.db
    .selectFrom('trail')
    .select('id')
    .where('campusID', '=', campus.id)
    .where('what', '=', 'paymentDoubted')
    .executeTakeFirstOrThrow();
  const fine = { kind: 'fine', amount: 1, reason: 'Furnished' } as const;
  await adjustBill(campus.scope, moneyNeeds(world.deps), {
    ...{ id: bill?.id ?? 0, clientID: 'furnished', ...fine },
  });
  const [adjusted] = await listAdjustmentRows(campus.scope, bill?.id ?? 0);
  const { id: account } = await addMoneyAccount(campus.scope, moneyNeeds(world.deps), newAccount);
  const needs = { ...world.deps, recordChange };
  await savePush(campus.scope, needs, { ...newPush, accountID: account });
  const { fileID: bankFile } = await saveBankFile(campus.scope, moneyNeeds(world.deps), {
    ...{ saveID: 'furnished', accountID: account, file: importedFile, headings: [], others: [] },
    ...bankRowsOf(bill?.id ?? 0, 'before', 'credit'),
  });
  const promise = await insertPromise(
    campus.scope,
    { numbers: '+923009990001', day: '2099-12-10', amount: 500_000, note: 'Furnished' },
    world.deps.now().toISOString(),
  );
  const voucherJob = await madeVouchers(world, campus, ids.bill);
  const { userID: person } = await campus.user({ view: true });
  const { id: key } = await campus.key();
  return {
    db: campus.db,
    cID: campus.id,
    person,
    key,
    ids: {
      ...ids,
      class: classID,
      otherClass,
      section: sectionID,
      student,
      left,
      import: importID,
      template: template?.id ?? 0,
      binned: gone,
      snippet,
      correction,
      payment,
      exception,
      adjustment: adjusted?.id ?? 0,
      account,
      bankFile,
      voucherJob,
      carrying,
      promise,
    },
    number: bill?.number ?? '',
  };
}

/** The smallest png: one transparent pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export function fileForm(bytes: Uint8Array, { name = 'file.png', type = 'image/png', field = 'file' } = {}) {
  const form = new FormData();
  form.set(field, new Blob([Uint8Array.from(bytes)], { type }), name);
  return form;
}

const details = { name: 'December 2026', month: 12, year: 2026, description: 'Monthly fee' };
const campusOf = ({ db, cID }: Place) => ({ db, cID });
const ofCampus = (place: Place): CallRequest => ({ query: campusOf(place) });
/** The imported file as a page describes it. */
export const importedFile = { name: 'november.xlsx', sha256: 'ab'.repeat(32) };
const newTemplate = { title: 'Reminder', message: 'The fee of {{name}} is due', media: '', sendOn: '' };
const newReceipt = { ...newTemplate, title: 'Receipt', message: 'Received: {{received}}', sendOn: 'paid' };
const newSnippet = { title: 'Thank you', message: 'Thank you, we have received it.' };
const newAccount = {
  kind: 'bank',
  title: 'HBL 0042-7901',
  bank: 'HBL',
  number: '0042-7901',
  iban: '',
  prefix: '100422',
  numbering: 'voucher',
  onVoucher: true,
} as const;
const newPush = { userName: 'biller', password: 'their-password', isOn: true };
const consumerNumber = '1004221';
/** A bank row that names no bill, assigned to this bill by a person. */
const bankRowsOf = (billID: number, text: string, act: BankAct = 'pay') => ({
  rows: [
    {
      row: 2,
      day: '2026-01-05',
      amount: 25,
      direction: 'in' as const,
      text,
      reference: '',
      number: '',
      balance: null,
    },
  ],
  decisions: [{ row: 2, match: 'unmatched' as const, act, billID }],
});
const newStudent = { regNum: 'S-9', name: 'Hina Khan', class: '5', section: 'Blue', number: '0300-1234567' };
const newCampus = { name: 'Third Campus', country: 'PK', timeZone: 'Asia/Karachi' };
const text = { message: 'Fees are due', media: '', whatsapp: true, userID: 'somebody' };

export const samples: Record<CallName, (place: Place) => CallRequest> = {
  login: () => ({ body: { userName: 'nobody.here', password: 'not the password' } }),
  getSession: ({ cID }) => ({ query: { cID } }),
  logout: () => ({ body: {} }),
  getSetup: () => ({}),
  checkSetup: () => ({ body: { token: 'not the token' } }),
  setUp: () => ({
    body: {
      token: 'not the token',
      school: 'A School',
      campus: 'A Campus',
      name: 'An Administrator',
      userName: 'administrator',
      password: 'a good password',
    },
  }),
  changePassword: () => ({ body: { current: 'not the password', password: 'another good password' } }),
  listSessions: () => ({}),
  endSession: () => ({ params: { id: 'no such session' } }),
  endOtherSessions: () => ({ body: {} }),
  getGuesses: () => ({}),
  seeGuesses: () => ({ body: {} }),
  getTwoFactor: () => ({}),
  beginTwoFactor: () => ({ body: { current: 'not the password' } }),
  confirmTwoFactor: () => ({ body: { code: '000000' } }),
  renewRecoveryCodes: () => ({ body: { current: 'not the password' } }),
  endTwoFactor: () => ({ body: { current: 'not the password' } }),
  showLink: () => ({ body: { token: 'not the token' } }),
  openLink: () => ({ body: { token: 'not the token', password: 'a good password' } }),

  listPeople: ofCampus,
  invitePerson: (place) => ({
    query: campusOf(place),
    body: {
      name: 'Ayesha Khan',
      userName: `ayesha.${randomBytes(8).toString('hex')}`,
      rights: [{ campusID: place.ids.campus, rights: roles.viewer }],
    },
  }),
  updatePerson: (place) => ({
    params: { id: place.person },
    query: campusOf(place),
    body: { name: 'Ayesha', rights: [{ campusID: place.ids.campus, rights: roles.reception }] },
  }),
  resetPerson: (place) => ({ params: { id: place.person }, query: campusOf(place) }),
  disablePerson: (place) => ({ params: { id: place.person }, query: campusOf(place) }),
  enablePerson: (place) => ({ params: { id: place.person }, query: campusOf(place) }),
  listKeys: ofCampus,
  makeKey: (place) => ({
    query: campusOf(place),
    body: { name: 'Portal', rights: { view: true, add: true, edit: false, delete: false, outbox: false } },
  }),
  revokeKey: (place) => ({ params: { id: place.key }, query: campusOf(place) }),
  getSchool: ofCampus,
  updateSchool: (place) => ({ query: campusOf(place), body: { name: 'Another School' } }),
  addCampus: (place) => ({ query: campusOf(place), body: newCampus }),
  updateCampus: (place) => ({
    params: { id: place.ids.campus },
    query: campusOf(place),
    body: { ...newCampus, name: 'Renamed Campus' },
  }),

  loadData: ofCampus,
  listCampusFigures: ofCampus,
  listGroups: (place) => ({ query: { ...campusOf(place), search: 'nov' } }),
  saveGroup: (place) => ({
    query: campusOf(place),
    body: { group: { ...details, id: 0, campusID: place.ids.campus }, contacts: [makeBill()] },
  }),
  updateGroup: (place) => ({ params: { id: place.ids.group }, query: campusOf(place), body: details }),
  removeGroup: (place) => ({ query: { ...campusOf(place), id: place.ids.group } }),

  listBills: (place) => ({ params: { id: place.ids.group }, query: { ...campusOf(place), take: 1 } }),
  exportBills: (place) => ({ params: { id: place.ids.group }, query: campusOf(place) }),
  listBillIDs: (place) => ({ params: { id: place.ids.group }, query: campusOf(place) }),
  getBillingFigures: (place) => ({ params: { id: place.ids.group }, query: campusOf(place) }),
  sumBills: (place) => ({ query: campusOf(place), body: { ids: [place.ids.bill] } }),
  getBill: (place) => ({ params: { id: place.ids.bill }, query: campusOf(place) }),
  updateBill: (place) => ({ params: { id: place.ids.bill }, query: campusOf(place), body: makeBill() }),
  markBills: (place) => ({ query: campusOf(place), body: { ids: [place.ids.bill], status: 'paid' } }),
  removeBill: (place) => ({ params: { id: place.ids.bill }, query: campusOf(place) }),

  receivePayment: (place) => ({
    query: campusOf(place),
    body: {
      clientID: 'press',
      amount: 100,
      method: 'cash',
      allocations: [{ billID: place.ids.bill, amount: 50 }],
    },
  }),
  allocatePayment: (place) => ({
    params: { id: place.ids.payment },
    query: campusOf(place),
    body: { allocations: [{ billID: place.ids.bill, amount: 50 }] },
  }),
  allocateCredit: (place) => ({
    query: campusOf(place),
    body: {
      credits: [{ paymentID: place.ids.payment, allocations: [{ billID: place.ids.bill, amount: 50 }] }],
    },
  }),
  voidPayment: (place) => ({
    params: { id: place.ids.payment },
    query: campusOf(place),
    body: { reason: 'A slip' },
  }),
  returnPayment: (place) => ({
    params: { id: place.ids.payment },
    query: campusOf(place),
    body: { clientID: 'press', kind: 'refund', amount: 20, reason: 'Moved away' },
  }),
  listPayments: ofCampus,
  showReceipt: (place) => ({ params: { id: place.ids.payment }, query: campusOf(place) }),
  showReceiptMessages: (place) => ({ params: { id: place.ids.payment }, query: campusOf(place) }),
  sendReceipt: (place) => ({ params: { id: place.ids.payment }, query: campusOf(place) }),
  printReceipt: (place) => ({ params: { id: place.ids.payment }, query: campusOf(place), body: {} }),
  getVoucherSettings: ofCampus,
  saveVoucherSettings: (place) => ({
    query: campusOf(place),
    body: { ...usualVoucherSettings, language: 'en' },
  }),
  sampleVoucher: (place) => ({ query: campusOf(place), body: usualVoucherSettings }),
  previewVoucher: (place) => ({ params: { id: place.ids.bill }, query: campusOf(place) }),
  showVoucher: (place) => ({ params: { id: place.ids.bill }, query: campusOf(place) }),
  showVouchersOf: (place) => ({ query: { ...campusOf(place), billIDs: String(place.ids.bill) } }),
  showDocumentOf: (place) => ({ params: { id: place.ids.carrying }, query: campusOf(place) }),
  printVouchers: (place) => ({
    query: campusOf(place),
    body: { clientID: 'press', billIDs: [place.ids.bill], isAll: true },
  }),
  showVoucherJob: (place) => ({ params: { id: place.ids.voucherJob }, query: campusOf(place) }),
  cancelVoucherJob: (place) => ({ params: { id: place.ids.voucherJob }, query: campusOf(place) }),
  fetchVouchers: (place) => ({ params: { id: place.ids.voucherJob }, query: campusOf(place) }),
  renewVoucher: (place) => ({
    params: { id: place.ids.bill },
    query: campusOf(place),
    body: { clientID: 'press', expiryDate: '2099-01-31', fine: 50 },
  }),
  showDayBook: ofCampus,
  countCash: (place) => ({ query: campusOf(place), body: { clientID: 'press', counted: 50 } }),
  showReport: (place) => ({ params: { name: 'collected' }, query: campusOf(place) }),
  listReport: (place) => ({
    params: { name: 'collected' },
    query: { ...campusOf(place), figure: 'outstanding' },
  }),
  exportReport: (place) => ({ params: { name: 'ageing' }, query: campusOf(place) }),
  exportReportList: (place) => ({
    params: { name: 'ageing' },
    query: { ...campusOf(place), figure: 'outstanding' },
  }),
  findOpenBills: (place) => ({ query: { ...campusOf(place), text: 'Child' } }),
  adjustBill: (place) => ({
    params: { id: place.ids.bill },
    query: campusOf(place),
    body: { clientID: 'press', kind: 'fine', amount: 50, reason: 'Late again' },
  }),

  listAdjustments: (place) => ({ params: { id: place.ids.bill }, query: campusOf(place) }),
  voidAdjustment: (place) => ({
    params: { id: place.ids.adjustment },
    query: campusOf(place),
    body: { reason: 'A slip' },
  }),

  showMoneyRules: ofCampus,
  changeMoneyRules: (place) => ({ query: campusOf(place), body: { cashDays: 5, usesCredit: 1 } }),
  closeBooks: (place) => ({
    query: campusOf(place),
    body: { closedUntil: '2020-01-31', reason: 'January is done' },
  }),
  changeDueRules: (place) => ({ query: campusOf(place), body: { graceDays: 2, sundayDays: 1 } }),
  listFeeHeads: ofCampus,
  sayFeeHead: (place) => ({ query: campusOf(place), body: { name: 'Kept over', class: 'arrears' } }),
  listMoneyAccounts: ofCampus,
  addMoneyAccount: (place) => ({ query: campusOf(place), body: { ...newAccount, title: 'Meezan' } }),
  updateMoneyAccount: (place) => ({
    params: { id: place.ids.account },
    query: campusOf(place),
    body: { ...newAccount, title: 'HBL Main' },
  }),
  checkBankFile: (place) => ({
    query: campusOf(place),
    body: { accountID: place.ids.account, rows: bankRowsOf(place.ids.bill, 'now').rows },
  }),
  saveBankFile: (place) => ({
    query: campusOf(place),
    body: {
      saveID: 'saved now',
      accountID: place.ids.account,
      file: importedFile,
      ...bankRowsOf(place.ids.bill, 'now'),
    },
  }),
  getPush: ofCampus,
  savePush: (place) => ({
    query: campusOf(place),
    body: { ...newPush, accountID: place.ids.account, userName: '1link' },
  }),
  renewPush: ofCampus,
  askAsBiller: (place) => ({ query: campusOf(place), body: { consumerNumber } }),
  payAsBiller: (place) => ({
    query: campusOf(place),
    body: { consumerNumber, amount: 25, authID: '123456', date: '20261120', time: '101112' },
  }),
  listBankFiles: ofCampus,
  undoBankFile: (place) => ({ params: { id: place.ids.bankFile }, query: campusOf(place), body: {} }),

  importBills: (place) => ({
    query: campusOf(place),
    ...asLines(
      {
        group: { ...details, id: 0, campusID: place.ids.campus },
        saveID: randomUUID(),
        file: { ...importedFile, sha256: randomBytes(32).toString('hex') },
      },
      [makeBill(), makeBill()],
    ),
  }),
  checkBills: (place) => ({
    query: campusOf(place),
    body: { groupID: place.ids.group, month: 11, year: 2026, rows: [{ row: 1, regNum: 'R1' }] },
  }),
  listImports: ofCampus,
  listBin: ofCampus,
  restoreBinned: (place) => ({
    query: campusOf(place),
    body: { kind: 'template', id: place.ids.binned },
  }),
  undoImport: (place) => ({ params: { id: place.ids.import }, query: campusOf(place) }),
  listHeadings: (place) => ({ query: { ...campusOf(place), kind: 'bills' } }),

  listClasses: ofCampus,
  changeClass: (place) => ({
    params: { id: place.ids.class },
    query: campusOf(place),
    body: { name: 'Five', beforeID: null },
  }),
  promoteClass: (place) => ({
    params: { id: place.ids.class },
    query: campusOf(place),
    body: { intoID: place.ids.otherClass },
  }),
  mergeClass: (place) => ({
    params: { id: place.ids.class },
    query: campusOf(place),
    body: { intoID: place.ids.otherClass },
  }),
  splitClass: (place) => ({
    params: { id: place.ids.class },
    query: campusOf(place),
    body: {
      name: 'Six',
      position: null,
      spellings: [],
      sections: [{ name: 'Blue', studentIDs: [place.ids.student] }],
    },
  }),
  listStudents: ofCampus,
  getStudent: (place) => ({ params: { id: place.ids.student }, query: campusOf(place) }),
  addStudent: (place) => ({ query: campusOf(place), body: newStudent }),
  updateStudent: (place) => ({
    params: { id: place.ids.student },
    query: campusOf(place),
    body: { name: 'Ayesha Imran', class: '6', section: 'Green' },
  }),
  endStudent: (place) => ({
    params: { id: place.ids.student },
    query: campusOf(place),
    body: { day: '2026-11-02' },
  }),
  bringBackStudent: (place) => ({ params: { id: place.ids.left }, query: campusOf(place), body: {} }),
  checkStudents: (place) => ({ query: campusOf(place), body: { regNums: ['S-1', 'S-2'] } }),
  importStudents: (place) => ({
    query: campusOf(place),
    ...asLines({ saveID: randomUUID(), file: importedFile }, [
      { regNum: 'S-1', name: 'Ayesha Khan', fatherName: 'Imran Khan', class: '5', section: 'Blue' },
      { regNum: 'S-2', name: 'Bilal Khan', class: '6', number: '0300-1234567' },
    ]),
  }),

  listTemplates: ofCampus,
  addTemplate: (place) => ({ query: campusOf(place), body: newTemplate }),
  updateTemplate: (place) => ({
    params: { id: place.ids.template },
    query: campusOf(place),
    body: newTemplate,
  }),
  listApprovals: ofCampus,
  listReminders: ofCampus,
  changeReminderHour: (place) => ({ query: campusOf(place), body: { hour: '10:15' } }),
  switchReminder: (place) => ({
    query: campusOf(place),
    body: { templateID: place.ids.template, isOn: false },
  }),
  switchAnswers: (place) => ({ query: campusOf(place), body: { isOn: true } }),
  holdReminders: (place) => ({ query: campusOf(place), body: { isHeld: true } }),
  showNextReminders: ofCampus,
  skipReminders: (place) => ({
    query: campusOf(place),
    body: { billIDs: [place.ids.bill], isSkipped: true },
  }),
  submitTemplate: (place) => ({ params: { id: place.ids.template }, query: campusOf(place), body: {} }),
  syncTemplates: ofCampus,
  find: (place) => ({ query: { ...ofCampus(place).query, text: 'Ayesha' } }),
  today: ofCampus,
  listNumberless: ofCampus,
  showFamily: (place) => ({ query: { ...campusOf(place), billID: place.ids.bill } }),
  correctNumber: (place) => ({
    query: campusOf(place),
    body: { from: place.number, to: '0321-9999991', billIDs: [place.ids.bill] },
  }),
  undoCorrection: (place) => ({ query: campusOf(place), body: { correctionID: place.ids.correction } }),
  labelNumber: (place) => ({ query: campusOf(place), body: { number: place.number, label: 'Mother' } }),
  notePromise: (place) => ({
    query: campusOf(place),
    body: {
      number: place.number,
      day: dayIn('Asia/Karachi', new Date(Date.now() + 864_000_000)),
      amount: 900,
    },
  }),
  withdrawPromise: (place) => ({ query: campusOf(place), body: { promiseID: place.ids.promise } }),
  listPromises: (place) => ({ query: { ...campusOf(place), numbers: '+923009990001' } }),
  makeLink: (place) => ({ query: campusOf(place), body: { number: place.number } }),
  revokeLink: (place) => ({ query: campusOf(place), body: { number: place.number } }),
  listFamilyBills: (place) => ({ query: { ...campusOf(place), number: place.number } }),
  getWindow: (place) => ({ query: { ...campusOf(place), number: place.number } }),
  nextByHand: ofCampus,
  openByHand: (place) => ({ ...ofCampus(place), body: { id: place.ids.message } }),
  closeByHand: (place) => ({ ...ofCampus(place), body: { id: place.ids.message, outcome: 'skipped' } }),
  getConnection: ofCampus,
  setConnection: (place) => ({ ...ofCampus(place), body: { way: 'demo' } }),
  testConnection: ofCampus,
  getLinkedSession: ofCampus,
  startLinkedSession: ofCampus,
  endLinkedSession: ofCampus,
  removeTemplate: (place) => ({ params: { id: place.ids.template }, query: campusOf(place) }),

  sendToGroups: (place) => ({
    query: campusOf(place),
    body: { ...text, groupIDs: [place.ids.group], contactIDs: [place.ids.bill] },
  }),
  sendToMember: (place) => ({ query: campusOf(place), body: { ...text, contacts: place.number } }),
  sendToClasses: (place) => ({
    query: campusOf(place),
    body: { ...text, clsIDs: [place.ids.class], secIDs: [place.ids.section], campusID: place.ids.campus },
  }),
  planSend: (place) => ({
    query: campusOf(place),
    body: { message: 'Dear {{name}}', groupIDs: [place.ids.group], contactIDs: [place.ids.bill] },
  }),

  listPlanned: (place) => ({
    query: campusOf(place),
    body: { message: 'Dear {{name}}', groupIDs: [place.ids.group], list: 'gets', search: 'a' },
  }),

  loadChat: (place) => ({ query: { ...campusOf(place), number: place.number } }),
  loadChatPage: (place) => ({ query: { ...campusOf(place), number: place.number, before: 'm99999.i99999' } }),
  listConversations: ofCampus,
  markSeen: (place) => ({ query: campusOf(place), body: { number: place.number, upTo: 'i1' } }),
  dismissToConfirm: (place) => ({
    query: campusOf(place),
    body: { number: place.number, upTo: 'i999999' },
  }),
  markAnswered: (place) => ({ query: campusOf(place), body: { number: place.number, upTo: 'i999999' } }),
  listSnippets: ofCampus,
  addSnippet: (place) => ({ query: campusOf(place), body: newSnippet }),
  updateSnippet: (place) => ({
    params: { id: place.ids.snippet },
    query: campusOf(place),
    body: { ...newSnippet, title: 'Paid' },
  }),
  removeSnippet: (place) => ({ params: { id: place.ids.snippet }, query: campusOf(place) }),
  listOptOuts: ofCampus,
  addOptOut: (place) => ({ query: campusOf(place), body: { number: place.number, note: 'By phone' } }),
  removeOptOut: (place) => ({ query: { ...campusOf(place), number: place.number } }),

  countOutbox: ofCampus,
  countWaiting: (place) => ({ query: { ...campusOf(place), groupID: place.ids.group } }),
  listOutbox: (place) => ({ query: { ...campusOf(place), broadcastID: place.ids.run } }),
  exportOutbox: (place) => ({ query: { ...campusOf(place), groupID: place.ids.group } }),
  listBroadcasts: (place) => ({ query: { ...campusOf(place), groupID: place.ids.group } }),
  getSend: (place) => ({ params: { id: place.ids.run }, query: campusOf(place) }),
  countFailures: ofCampus,
  listSendFailures: (place) => ({ params: { id: place.ids.run }, query: campusOf(place) }),
  tellByPhone: (place) => ({ query: campusOf(place), body: { ids: [place.ids.message] } }),
  getMessage: (place) => ({ params: { id: place.ids.message }, query: campusOf(place) }),
  listMessagesOfBill: (place) => ({ params: { id: place.ids.bill }, query: campusOf(place) }),
  pauseOutbox: (place) => ({ query: campusOf(place), body: { broadcastID: place.ids.run } }),
  resumeOutbox: (place) => ({ query: campusOf(place), body: { broadcastID: place.ids.run } }),
  retryOutbox: (place) => ({
    query: campusOf(place),
    body: { broadcastID: place.ids.run, ids: [place.ids.message] },
  }),
  cancelOutbox: (place) => ({ query: campusOf(place), body: { broadcastID: place.ids.run } }),
  clearOutbox: (place) => ({ query: campusOf(place), body: { all: true } }),
  listCancelled: ofCampus,
  listHeldRuns: ofCampus,
  decideCopy: (place) => ({ query: campusOf(place), body: { waiting: 'send' } }),
  restoreOutbox: (place) => ({ query: campusOf(place), body: { at: '2026-11-20T00:00:00.000Z' } }),
  leaveOutbox: (place) => ({ query: campusOf(place), body: { ids: [place.ids.message] } }),
  listFailures: (place) => ({ query: { ...campusOf(place), broadcastID: place.ids.run } }),
  listAttempts: (place) => ({ params: { id: place.ids.message }, query: campusOf(place) }),
  getSender: ofCampus,
  setSenderPace: (place) => ({ query: campusOf(place), body: noPace }),

  getBackups: ofCampus,
  getBackupAge: ofCampus,
  makeBackup: ofCampus,
  setBackupFolder: (place) => ({ ...ofCampus(place), body: { folder: '' } }),

  listTrail: ofCampus,
  listExceptions: (place) => ({ query: { ...campusOf(place), month: '2026-11' } }),
  seeExceptions: (place) => ({ query: campusOf(place), body: { ids: [place.ids.exception] } }),
  exportTrail: ofCampus,
  listHistory: (place) => ({ query: { ...campusOf(place), kind: 'bill', id: place.ids.bill } }),
  getInstallation: ofCampus,
  changeInstallation: (place) => ({ ...ofCampus(place), body: {} }),
  restartInstallation: ofCampus,
  listWarnings: ofCampus,

  uploadFile: (place) => ({ query: campusOf(place), body: fileForm(pixel) }),
  live: ofCampus,

  getDemo: ofCampus,
  setPace: (place) => ({ query: campusOf(place), body: { pace: 'instant' } }),
  listPhones: ofCampus,
  showPhone: (place) => ({ query: { ...campusOf(place), number: place.number } }),
  replyFromPhone: (place) => ({
    query: campusOf(place),
    body: { number: place.number, message: 'Paid today' },
  }),
};
