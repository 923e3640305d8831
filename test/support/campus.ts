/** Factories for the rows of a campus, which use the same actions as the API calls. */
import { randomUUID } from 'node:crypto';
import type { NewBill } from '#shared/calls/bills.ts';
import type { KeyRights } from '#shared/calls/keys.ts';
import { allRights, keyRightNames, type Rights } from '#shared/people/rights.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { digestOf, keyPrefix } from '../../src/server/auth/auth-rules.ts';
import { insertKey } from '../../src/server/auth/keys/keys-queries.ts';
import { type Campus, type Scope, scopeOfRow } from '../../src/server/auth/scope.ts';
import { correctNumber } from '../../src/server/billing/corrections/corrections.ts';
import { insertGroup } from '../../src/server/billing/groups/groups-queries.ts';
import type { Deps } from '../../src/server/deps.ts';
import { saveGroup } from '../../src/server/imports/save/save.ts';
import { changeStudentNumbers } from '../../src/server/imports/students/students.ts';
import {
  insertClass,
  insertSection,
  insertStudents,
} from '../../src/server/imports/students/students-queries.ts';
import { send } from '../../src/server/outbox/enqueue/enqueue.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { insertTemplates, listTemplates } from '../../src/server/templates/templates-queries.ts';
import { openCampus } from './schools.ts';

export type UserInTest = { token: string; userID: string; userName: string };
export type CampusInTest = ReturnType<typeof campusFactory>;

let count = 0;
const next = () => ++count;

/** A number that no other test bill has: +92300… with seven digits. The demo phone accepts the last digit. */
export const freshNumber = () => `0300${100_000 + next()}1`;

/** A plain bill; a test overrides the fields that matter to it. */
export function makeBill(bill: Partial<NewBill> = {}): NewBill {
  const index = next();
  return {
    regNum: `R${index}`,
    invNo: `I${index}`,
    name: `Child ${index}`,
    number: freshNumber(),
    total: 12_500,
    amountAfterDueDate: 13_500,
    issueDate: '2026-11-01',
    dueDate: '2026-11-10',
    expiryDate: '2026-11-25',
    status: 'unpaid',
    month: 11,
    year: 2026,
    head1: 'Tuition Fee',
    amount1: 12_500,
    ...bill,
  };
}

/** Stores a signed-in user without a password, because hashing one takes longer than most tests. */
export async function storeUser(db: Db, { userID, userName, token }: UserInTest, now: string): Promise<void> {
  const made = { createdAt: now, updatedAt: now };
  const user = { id: userID, name: userName, email: `${userID}@users.invalid`, username: userName };
  await db
    .insertInto('user')
    .values({ ...user, emailVerified: 0, ...made } as never)
    .execute();
  const expiresAt = '2999-01-01T00:00:00.000Z';
  const session = { id: `session ${userID}`, token: digestOf(token), userId: userID, expiresAt };
  // The session begins in the future, so that it does not end in a test or in a simulation of years.
  await db
    .insertInto('session')
    .values({ ...session, createdAt: expiresAt, updatedAt: now })
    .execute();
}

export async function insertUser(db: Db, userName: string, at: Date): Promise<UserInTest> {
  const user = { token: `token-${randomUUID()}`, userID: randomUUID(), userName };
  await storeUser(db, user, at.toISOString());
  return user;
}

export function campusFactory(deps: Deps, slug: string, campus: Campus) {
  const scope: Scope = scopeOfRow(deps.store.db, campus, 'tester');
  const db = slug;

  /** A user with these rights here and in the campuses of `also`; by default with all rights. */
  async function user(rights: Partial<Rights> = allRights, also: CampusInTest[] = []): Promise<UserInTest> {
    const made = await insertUser(deps.store.db, `user${next()}`, deps.now());
    const none = { view: false, add: false, edit: false, delete: false, outbox: false, admin: false };
    for (const campusID of [campus.id, ...also.map(({ id }) => id)]) {
      await addMembership(deps.store.db, { userID: made.userID, campusID, rights: { ...none, ...rights } });
    }
    return made;
  }

  /** An API key with these rights; by default all that a key can have. It has no maker. */
  async function key(
    rights: Partial<Rights> = allRights,
    more: { name?: string; perMinute?: number; expiresAt?: string } = {},
  ): Promise<{ id: string; token: string }> {
    const token = `${keyPrefix}${randomUUID()}`;
    const id = randomUUID();
    const held = Object.fromEntries(keyRightNames.map((right) => [right, rights[right] ?? false]));
    await insertKey(scope, {
      id,
      name: `Program ${next()}`,
      digest: digestOf(token),
      ending: token.slice(-4),
      rights: held as KeyRights,
      perMinute: 6000,
      createdAt: deps.now().toISOString(),
      expiresAt: null,
      ...more,
    });
    return { id, token };
  }

  /** A billing with this many bills, or with these bills. */
  async function group({
    bills = 0,
    name = 'November 2026',
  }: {
    bills?: number | NewBill[];
    name?: string;
  } = {}) {
    const contacts = typeof bills === 'number' ? Array.from({ length: bills }, () => makeBill()) : bills;
    // No API call makes a billing without bills; one is left when its bills are removed.
    const head = { name, month: 11, year: 2026, description: 'Monthly fee' };
    const id =
      contacts.length === 0
        ? await insertGroup(scope, head, deps.now().toISOString())
        : (await save(contacts, { name })).id;
    const rows = await deps.store.db
      .selectFrom('bill')
      .select('id')
      .where('groupID', '=', id)
      .orderBy('id')
      .execute();
    return { id, bills: contacts.map((bill, index) => ({ ...bill, id: rows[index]?.id ?? 0 })) };
  }

  /** Saves bills as a clerk does, into a new billing or into the one with this id. */
  async function save(contacts: NewBill[], { id = 0, name = 'November 2026', month = 11 } = {}) {
    const head = { id, name, month, year: 2026, description: 'Monthly fee' };
    return saveGroup(scope, deps, { group: head, contacts, reason: 'Corrected' });
  }

  async function message(body: Partial<Parameters<typeof send>[2]>) {
    const nobody = {
      contacts: '',
      groupIDs: [],
      contactIDs: [],
      status: 'all' as const,
      family: false,
      again: true,
      media: '',
      clientID: undefined,
    };
    return send(scope, deps, { ...nobody, message: 'Assalam o Alaikum', ...body });
  }

  async function template(title: string, text: string) {
    await insertTemplates(scope, [{ title, message: text }], deps.now().toISOString());
    return (await listTemplates(scope)).at(-1);
  }

  /** A class with one section and this many students. */
  async function roster({
    students = 2,
    className = `Class ${next()}`,
    fatherName = null,
  }: {
    students?: number;
    className?: string;
    fatherName?: string | null;
  } = {}) {
    const classID = await insertClass(scope, className);
    const sectionID = await insertSection(scope, classID, 'Blue');
    const rows = Array.from({ length: students }, () => {
      const number = freshNumber();
      return {
        sectionID,
        regNum: `S${next()}`,
        name: `Student ${next()}`,
        fatherName,
        number,
        numbers: `+92${number.slice(1)}`,
        importID: null,
      };
    });
    await insertStudents(scope, rows);
    return { classID, sectionID, students: rows };
  }

  /** Corrects the number of a bill and returns the id that undoes it. */
  async function correction(): Promise<number> {
    const bill = makeBill();
    const { bills } = await group({ bills: [bill], name: 'Corrected' });
    const request = { from: bill.number ?? '', to: freshNumber(), billIDs: bills.map(({ id }) => id) };
    return (await correctNumber(scope, { ...deps, changeStudentNumbers }, request)).correctionID;
  }

  /** Another campus of the same school. */
  async function sister(name = 'Boys Campus') {
    const { schoolID } = await deps.store.db
      .selectFrom('campus')
      .select('schoolID')
      .where('id', '=', campus.id)
      .executeTakeFirstOrThrow();
    return campusFactory(
      deps,
      slug,
      await openCampus(deps.store.db, { schoolID, name, now: deps.now().toISOString() }, deps.runtime),
    );
  }

  return { id: campus.id, db, scope, user, key, group, save, message, template, roster, correction, sister };
}
