/** The first half of the story: bills, students, templates and sends. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { World } from '../../support/world.ts';
import { type Body, type Clock, type Desk, deskOf, fileOf, insert, pass } from './desk.ts';

export const password = 'a fee desk that lasts 7';
const left = { skipped: 2, refused: 1 };
/** A session in the school that has a row in every table. */
export const everyRowToken = 'upgrade-session-every-row';
export const headToken = 'upgrade-session-head';
export const endOfStory = '2026-11-20T08:00:00.000Z';

type Fields = Record<string, unknown>;
const bill = (index: number, name: string, number: string, more: Fields = {}) => ({
  regNum: `R${index}`,
  invNo: `I${index}`,
  name,
  number,
  total: 12_500,
  amountAfterDueDate: 13_500.75,
  issueDate: '2026-11-01',
  dueDate: '2026-11-10',
  expiryDate: '2026-11-25',
  status: 'unpaid',
  month: 11,
  year: 2026,
  head1: 'Tuition Fee',
  amount1: 12_500,
  ...more,
});

const november = [
  bill(1, 'Ayesha Khan', '0300-1000001', {
    total: 12_500.5,
    head2: 'Library',
    amount2: 500.75,
    head3: 'Concession',
    amount3: -500.25,
  }),
  bill(2, 'علی رضا', '03001000002', { total: 9999.99, amountAfterDueDate: 10_999.99, branch: 'گلبرگ' }),
  bill(3, 'Bilal', '03001000003', { total: 0.01 }),
  bill(4, 'Dania', '03001000004', { email: 'dania@example.com' }),
  bill(5, 'Erum', '03001000005'),
  bill(6, "Fahad O'Neil", '03001000006'),
  bill(7, 'Gul', '03001000007'),
  bill(8, 'Hina', '03001000008'),
  bill(9, 'Imran', '03001000009'),
  bill(10, 'Javeria', ''),
  bill(12, 'Laiba', '03001000012', { dueDate: null }),
  bill(13, 'Ahmed Khan', '0300-1000001, 0300-1000011', { total: 8000 }),
];

async function importBills(desk: Desk): Promise<{ november: number; fees: number }> {
  const head = (name: string, month: number) => ({
    group: { id: 0, name, month, year: 2026, description: 'Monthly fee', campusID: desk.cID },
    left,
  });
  const saved = await desk.import(
    '/Imports/Bills',
    {
      ...head('November 2026', 11),
      saveID: 'save-november-1',
      file: fileOf('november.xlsx'),
      headings: [{ heading: 'Bachay ka naam', field: 'name' }],
    },
    november,
  );
  const december = [1, 2, 3].map((index) =>
    bill(100 + index, `December ${index}`, `0300400000${index}`, { month: 12, total: 7000.25 }),
  );
  const { id } = await desk.import(
    '/Imports/Bills',
    { ...head('December 2026', 12), saveID: 'save-december-1', file: fileOf('december.csv'), headings: [] },
    december,
  );
  await desk.import(
    '/Imports/Bills',
    { group: { id }, left, saveID: 'save-december-2', file: fileOf('december-more.csv'), headings: [] },
    [
      { ...december[0], total: 7500.5, name: 'December one' },
      bill(104, 'December 4', '03004000004', { month: 12 }),
    ],
  );
  const october = await desk.import(
    '/Imports/Bills',
    { ...head('October 2026', 10), saveID: 'save-october-1', file: fileOf('october.xlsx'), headings: [] },
    [bill(201, 'October 1', '03005000001', { month: 10 })],
  );
  await desk.post(`/Imports/${october.importID}/Undo`);
  const fees = await desk.post('/Groups/Save', {
    group: { id: 0, name: 'Late fees', month: 11, year: 2026, description: 'Late fees', campusID: desk.cID },
    contacts: [bill(301, 'Late 1', '03006000001'), bill(302, 'Late 2', '03006000002')],
    saveID: 'save-late-fees-1',
  });
  return { november: saved.id, fees: fees.id };
}

/** Imports bills that are paid or messaged. They are held, and the same request gives the same answer. */
const importLate = (desk: Desk, id: number): Promise<Body> =>
  desk.import(
    '/Imports/Bills',
    { group: { id }, left, saveID: 'save-november-2', file: fileOf('november-late.xlsx'), headings: [] },
    [bill(1, 'Ayesha Khan', '0300-1000001', { total: 1 }), { ...november[1], total: 2 }],
  );

async function importStudents(desk: Desk): Promise<void> {
  const student = (index: number, more: Fields = {}) => ({
    regNum: `S${index}`,
    name: `Student ${index}`,
    class: 'Class 5',
    section: 'Blue',
    number: `0300700000${index}`,
    ...more,
  });
  const roster = (part: number, rows: object[]) =>
    desk.import(
      '/Imports/Students',
      { saveID: `save-roster-${part}`, file: fileOf(`roster-${part}.xlsx`), left, headings: [] },
      rows,
    );
  await roster(1, [student(1), student(2, { fatherName: 'حسن' }), student(3, { section: 'Green' })]);
  await roster(2, [student(1, { name: 'Student one', section: 'Green' }), student(4)]);
}

async function sendAll(desk: Desk, world: World, clock: Clock, groups: { november: number }) {
  const send = (message: string, more: Fields): Promise<Body> =>
    desk.post('/Chat/SendWhatsAppGroup', { message, ...more });
  await send('Dear parent of {{name}}, {{total}} is due on {{dueDate}}.', {
    groupIDs: [groups.november],
    clientID: 'upgrade-run-1',
  });
  await world.work();
  for (let minutes = 0; minutes < 40; minutes += 10) {
    pass(clock, 10);
    await world.work();
  }
  await desk.post('/Chat/SendWhatsApp', { message: 'A reply in a chat', contacts: '0300-1000001' });
  await world.work();
  const [paid] = (await desk.get(`/Groups/${groups.november}/Contacts`)).items.filter(
    ({ regNum }: Body) => regNum === 'R2',
  );
  const { name, number } = paid;
  await desk.put(`/GroupContacts/${paid.id}`, { name, number, status: 'paid' });
  await importLate(desk, groups.november);
}

/** Makes another campus of the school, in which these users have all rights. */
export async function addCampus(
  { deps: { store, now } }: World,
  name: string,
  sender: Fields = {},
): Promise<{ cID: number; senderID: string }> {
  const createdAt = now().toISOString();
  const school = await store.db.selectFrom('school').select('id').executeTakeFirstOrThrow();
  const [cID = 0] = await insert(store.db, 'campus', { schoolID: school.id, name, createdAt });
  const senderID = `sender-${cID}`;
  await insert(store.db, 'sender', {
    id: senderID,
    campusID: cID,
    provider: 'demo',
    pace: 'instant',
    createdAt,
    ...sender,
  });
  const rights = { view: 1, add: 1, edit: 1, delete: 1, outbox: 1, admin: 1 };
  const { rows } = await sql<{ id: string }>`select id from "user" where username = 'head.clerk'`.execute(
    store.db,
  );
  await insert(store.db, 'membership', { userID: rows[0]?.id, campusID: cID, ...rights });
  return { cID, senderID };
}

/** Stores a session as sign-in does. */
export const addSession = ({ deps: { store } }: World, userId: string, token: string) =>
  insert(store.db, 'session', {
    id: `session-of-${userId}`,
    token: createHash('sha256').update(token).digest('hex'),
    userId,
    expiresAt: '2999-01-01T00:00:00.000Z',
    createdAt: endOfStory,
    updatedAt: endOfStory,
  });

/** Colleagues with fewer rights who signed in long ago. */
async function addColleagues(world: World, cID: number) {
  const { store, now } = world.deps;
  const at = now().toISOString();
  const none = { view: 0, add: 0, edit: 0, delete: 0, outbox: 0, admin: 0 };
  for (const [name, rights] of [
    ['viewer', { view: 1 }],
    ['clerk', { view: 1, add: 1, edit: 1 }],
    ['sender', { view: 1, outbox: 1 }],
  ] as const) {
    const names = { id: `user-${name}`, name: `A ${name}`, email: `${name}@users.invalid`, username: name };
    await insert(store.db, 'user', { ...names, emailVerified: 0, createdAt: at, updatedAt: at });
    await addSession(world, `user-${name}`, `upgrade-session-${name}`);
    await insert(store.db, 'membership', { userID: `user-${name}`, campusID: cID, ...none, ...rights });
  }
}

/** Leaves messages in the outbox when the program ends: paused, waiting and, in the other campus, cleared. */
export async function leaveWaiting(desk: Desk, other: Desk): Promise<void> {
  const send = (at: Desk, message: string, contacts: string): Promise<Body> =>
    at.post('/Chat/SendWhatsAppGroup', { message, contacts });
  const { broadcastID } = await send(desk, 'Paused: school is closed tomorrow', '0300-2000001, 0300-2000002');
  await desk.post('/Outbox/Pause', { broadcastID });
  await send(desk, 'Waiting: school opens at nine', '0300-2000003, 0300-2000012');
  await send(other, 'Cleared: a mistake', '0300-2400001, 0300-2400002');
  await other.post('/Chat/ClearOutBox');
}

export type Begun = { desk: Desk; other: Desk; deskAt: (cID: number) => Desk; fees: number };

export async function begin(world: World, clock: Clock): Promise<Begun> {
  const token = new URL(world.setupLink ?? '').searchParams.get('token');
  const person = { name: 'Head Clerk', userName: 'head.clerk', password, demo: false };
  const made = await world.call(
    { method: 'POST', path: '/Setup' },
    { body: { token, school: 'Upgrade School', campus: 'Girls Campus', ...person } },
  );
  const deskAt = (cID: number) => deskOf(world, { db: made.body.db, cID, token: made.body.token });
  const desk = deskAt(made.body.cId);
  await addColleagues(world, desk.cID);
  const template = { campusID: desk.cID, createdAt: clock.now.toISOString() };
  await insert(
    world.deps.store.db,
    'template',
    { ...template, title: 'Fee', message: 'Dear parent of {{name}}, {{total}}.' },
    { ...template, title: 'عید', message: 'عید مبارک', sendOn: 'Eid' },
  );
  const groups = await importBills(desk);
  await importStudents(desk);
  await sendAll(desk, world, clock, groups);
  await desk.post('/Demo/Reply', { number: '0300-1000001', message: 'شکریہ' });
  return { desk, other: deskAt((await addCampus(world, 'Boys Campus')).cID), deskAt, fees: groups.fees };
}
