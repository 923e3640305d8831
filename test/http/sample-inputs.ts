/** For every call an input that is right, made of what a test may swap for something else. A new call needs one here. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Call } from '#shared/call.ts';
import type { calls } from '#shared/calls/all.ts';
import { noPace } from '#shared/calls/senders.ts';
import { roles } from '#shared/rights.ts';
import { removeTemplate } from '../../src/server/templates/actions.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { type Asked, asLines, type World } from '../support/world.ts';

export type CallName = keyof typeof calls;

/** Calls of one's own account that need what a sample cannot have: the password, a link, a code. */
export const ofOwnAccount = [
  'changePassword',
  'beginTwoFactor',
  'confirmTwoFactor',
  'renewRecoveryCodes',
  'endTwoFactor',
  'showLink',
  'openLink',
] satisfies CallName[];

/** What only an operator may do: in a store of several schools no administrator. */
export const ofOperator = [
  'makeBackup',
  'setBackupFolder',
  'changeInstallation',
  'restartInstallation',
] satisfies CallName[];

export const needsRight = ({ access }: Call): boolean => access !== 'public' && access !== 'session';

/** What belongs to one campus and is called by number. */
export type Ids = {
  campus: number;
  group: number;
  bill: number;
  run: number;
  message: number;
  class: number;
  section: number;
  import: number;
  template: number;
  /** Of a template that was deleted. */
  binned: number;
};
/** `person`: somebody else of the campus; `key`: the id of an API key of it. */
export type Place = { db: string; cID: number; ids: Ids; number: string; person: string; key: string };

/** A campus with one of everything. */
export async function furnish(world: World, campus: CampusInTest): Promise<Place> {
  const group = await campus.group({ bills: 2 });
  const [bill] = group.bills;
  const { broadcastID } = await campus.message({ groupIDs: [group.id] });
  const { id: message } = await world.deps.store.db
    .selectFrom('message')
    .select('id')
    .where('broadcastID', '=', broadcastID)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const { classID, sectionID } = await campus.roster();
  const ids = { campus: campus.id, group: group.id, bill: bill?.id ?? 0, run: broadcastID, message };
  // Of a billing that nobody was told of: it can be undone.
  const { importID } = await campus.save([makeBill()], { name: 'Van' });
  const template = await campus.template('Fee due', 'Dear parent of {{name}}');
  const gone = (await campus.template('Gone', 'Dear parent'))?.id ?? 0;
  await removeTemplate(campus.scope, world.deps, gone);
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
      section: sectionID,
      import: importID,
      template: template?.id ?? 0,
      binned: gone,
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
const placeOf = ({ db, cID }: Place) => ({ db, cID });
const ofCampus = (place: Place): Asked => ({ query: placeOf(place) });
/** As a page tells of the file that it read. */
export const importedFile = { name: 'november.xlsx', sha256: 'ab'.repeat(32) };
const newTemplate = { title: 'Reminder', message: 'The fee of {{name}} is due', media: '', sendOn: '' };
const newCampus = { name: 'Third Campus', country: 'PK', timeZone: 'Asia/Karachi' };
const text = { message: 'Fees are due', media: '', whatsapp: true, userID: 'somebody' };

export const samples: Record<CallName, (place: Place) => Asked> = {
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
    query: placeOf(place),
    body: {
      name: 'Ayesha Khan',
      userName: `ayesha.${randomBytes(8).toString('hex')}`,
      rights: [{ campusID: place.ids.campus, rights: roles.viewer }],
    },
  }),
  updatePerson: (place) => ({
    params: { id: place.person },
    query: placeOf(place),
    body: { name: 'Ayesha', rights: [{ campusID: place.ids.campus, rights: roles.reception }] },
  }),
  resetPerson: (place) => ({ params: { id: place.person }, query: placeOf(place) }),
  disablePerson: (place) => ({ params: { id: place.person }, query: placeOf(place) }),
  enablePerson: (place) => ({ params: { id: place.person }, query: placeOf(place) }),
  listKeys: ofCampus,
  makeKey: (place) => ({
    query: placeOf(place),
    body: { name: 'Portal', rights: { view: true, add: true, edit: false, delete: false, outbox: false } },
  }),
  revokeKey: (place) => ({ params: { id: place.key }, query: placeOf(place) }),
  getSchool: ofCampus,
  updateSchool: (place) => ({ query: placeOf(place), body: { name: 'Another School' } }),
  addCampus: (place) => ({ query: placeOf(place), body: newCampus }),
  updateCampus: (place) => ({
    params: { id: place.ids.campus },
    query: placeOf(place),
    body: { ...newCampus, name: 'Renamed Campus' },
  }),

  loadData: ofCampus,
  listCampusFigures: ofCampus,
  listGroups: (place) => ({ query: { ...placeOf(place), search: 'nov' } }),
  saveGroup: (place) => ({
    query: placeOf(place),
    body: { group: { ...details, id: 0, campusID: place.ids.campus }, contacts: [makeBill()] },
  }),
  updateGroup: (place) => ({ params: { id: place.ids.group }, query: placeOf(place), body: details }),
  removeGroup: (place) => ({ query: { ...placeOf(place), id: place.ids.group } }),

  listBills: (place) => ({ params: { id: place.ids.group }, query: { ...placeOf(place), take: 1 } }),
  exportBills: (place) => ({ params: { id: place.ids.group }, query: placeOf(place) }),
  listBillIDs: (place) => ({ params: { id: place.ids.group }, query: placeOf(place) }),
  getBill: (place) => ({ params: { id: place.ids.bill }, query: placeOf(place) }),
  updateBill: (place) => ({ params: { id: place.ids.bill }, query: placeOf(place), body: makeBill() }),
  markBills: (place) => ({ query: placeOf(place), body: { ids: [place.ids.bill], status: 'paid' } }),
  removeBill: (place) => ({ params: { id: place.ids.bill }, query: placeOf(place) }),

  importBills: (place) => ({
    query: placeOf(place),
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
    query: placeOf(place),
    body: { groupID: place.ids.group, month: 11, year: 2026, rows: [{ row: 1, regNum: 'R1' }] },
  }),
  listImports: ofCampus,
  listBin: ofCampus,
  restoreBinned: (place) => ({
    query: placeOf(place),
    body: { kind: 'template', id: place.ids.binned },
  }),
  undoImport: (place) => ({ params: { id: place.ids.import }, query: placeOf(place) }),
  listHeadings: (place) => ({ query: { ...placeOf(place), kind: 'bills' } }),

  listClasses: ofCampus,
  checkStudents: (place) => ({ query: placeOf(place), body: { regNums: ['S-1', 'S-2'] } }),
  importStudents: (place) => ({
    query: placeOf(place),
    ...asLines({ saveID: randomUUID(), file: importedFile }, [
      { regNum: 'S-1', name: 'Ayesha Khan', fatherName: 'Imran Khan', class: '5', section: 'Blue' },
      { regNum: 'S-2', name: 'Bilal Khan', class: '6', number: '0300-1234567' },
    ]),
  }),

  listTemplates: ofCampus,
  addTemplate: (place) => ({ query: placeOf(place), body: newTemplate }),
  updateTemplate: (place) => ({
    params: { id: place.ids.template },
    query: placeOf(place),
    body: newTemplate,
  }),
  listApprovals: ofCampus,
  submitTemplate: (place) => ({ params: { id: place.ids.template }, query: placeOf(place), body: {} }),
  syncTemplates: ofCampus,
  find: (place) => ({ query: { ...ofCampus(place).query, text: 'Ayesha' } }),
  listFamilyBills: (place) => ({ query: { ...placeOf(place), number: place.number } }),
  getWindow: (place) => ({ query: { ...placeOf(place), number: place.number } }),
  nextByHand: ofCampus,
  openByHand: (place) => ({ ...ofCampus(place), body: { id: place.ids.message } }),
  closeByHand: (place) => ({ ...ofCampus(place), body: { id: place.ids.message, outcome: 'skipped' } }),
  getConnection: ofCampus,
  setConnection: (place) => ({ ...ofCampus(place), body: { way: 'demo' } }),
  testConnection: ofCampus,
  getLinkedSession: ofCampus,
  startLinkedSession: ofCampus,
  endLinkedSession: ofCampus,
  removeTemplate: (place) => ({ params: { id: place.ids.template }, query: placeOf(place) }),

  sendToGroups: (place) => ({
    query: placeOf(place),
    body: { ...text, groupIDs: [place.ids.group], contactIDs: [place.ids.bill] },
  }),
  sendToMember: (place) => ({ query: placeOf(place), body: { ...text, contacts: place.number } }),
  sendToClasses: (place) => ({
    query: placeOf(place),
    body: { ...text, clsIDs: [place.ids.class], secIDs: [place.ids.section], campusID: place.ids.campus },
  }),
  planSend: (place) => ({
    query: placeOf(place),
    body: { message: 'Dear {{name}}', groupIDs: [place.ids.group], contactIDs: [place.ids.bill] },
  }),

  loadChat: (place) => ({ query: { ...placeOf(place), number: place.number } }),
  loadChatPage: (place) => ({ query: { ...placeOf(place), number: place.number, before: 'm99999.i99999' } }),
  listConversations: ofCampus,
  markSeen: (place) => ({ query: placeOf(place), body: { number: place.number, upTo: 'i1' } }),
  listOptOuts: ofCampus,
  addOptOut: (place) => ({ query: placeOf(place), body: { number: place.number, note: 'By phone' } }),
  removeOptOut: (place) => ({ query: { ...placeOf(place), number: place.number } }),

  countOutbox: ofCampus,
  countWaiting: (place) => ({ query: { ...placeOf(place), groupID: place.ids.group } }),
  listOutbox: (place) => ({ query: { ...placeOf(place), broadcastID: place.ids.run } }),
  exportOutbox: (place) => ({ query: { ...placeOf(place), groupID: place.ids.group } }),
  listBroadcasts: ofCampus,
  getMessage: (place) => ({ params: { id: place.ids.message }, query: placeOf(place) }),
  listMessagesOfBill: (place) => ({ params: { id: place.ids.bill }, query: placeOf(place) }),
  pauseOutbox: (place) => ({ query: placeOf(place), body: { broadcastID: place.ids.run } }),
  resumeOutbox: (place) => ({ query: placeOf(place), body: { broadcastID: place.ids.run } }),
  retryOutbox: (place) => ({
    query: placeOf(place),
    body: { broadcastID: place.ids.run, ids: [place.ids.message] },
  }),
  cancelOutbox: (place) => ({ query: placeOf(place), body: { broadcastID: place.ids.run } }),
  clearOutbox: ofCampus,
  listCancelled: ofCampus,
  listHeldRuns: ofCampus,
  decideCopy: (place) => ({ query: placeOf(place), body: { waiting: 'send' } }),
  restoreOutbox: (place) => ({ query: placeOf(place), body: { at: '2026-11-20T00:00:00.000Z' } }),
  leaveOutbox: (place) => ({ query: placeOf(place), body: { ids: [place.ids.message] } }),
  listFailures: (place) => ({ query: { ...placeOf(place), broadcastID: place.ids.run } }),
  listAttempts: (place) => ({ params: { id: place.ids.message }, query: placeOf(place) }),
  getSender: ofCampus,
  setSenderPace: (place) => ({ query: placeOf(place), body: noPace }),

  getBackups: ofCampus,
  getBackupAge: ofCampus,
  makeBackup: ofCampus,
  setBackupFolder: (place) => ({ ...ofCampus(place), body: { folder: '' } }),

  listTrail: ofCampus,
  exportTrail: ofCampus,
  listHistory: (place) => ({ query: { ...placeOf(place), kind: 'bill', id: place.ids.bill } }),
  getInstallation: ofCampus,
  changeInstallation: (place) => ({ ...ofCampus(place), body: {} }),
  restartInstallation: ofCampus,
  listWarnings: ofCampus,

  uploadFile: (place) => ({ query: placeOf(place), body: fileForm(pixel) }),
  live: ofCampus,

  getDemo: ofCampus,
  setPace: (place) => ({ query: placeOf(place), body: { pace: 'instant' } }),
  listPhones: ofCampus,
  showPhone: (place) => ({ query: { ...placeOf(place), number: place.number } }),
  replyFromPhone: (place) => ({
    query: placeOf(place),
    body: { number: place.number, message: 'Paid today' },
  }),
};
