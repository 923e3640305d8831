/** A school on its first day. It is made once in a process and copied for each world. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { allRights } from '#shared/people/rights.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { digestOf } from '../../src/server/auth/auth-rules.ts';
import { deleteSchool } from '../../src/server/platform/db/delete-school.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { storeUser } from '../support/campus.ts';
import { createDatabase } from '../support/postgres.ts';
import { openSchool } from '../support/schools.ts';
import { fixtureNames, loadStore, readFixture } from '../upgrade/load.ts';
import { everyRowSchool } from '../upgrade/make/rows.ts';
import { openFolder } from './folder.ts';

const clerk = 'clerk-of-this-world';
export const token = 'token-of-the-clerk-in-the-simulation';
const now = '2026-11-01T00:00:00.000Z';
export const secretKey = '0123456789abcdef'.repeat(4);

/** Stores a session of the clerk, as if she had signed in on another computer. */
export function openSession(file: DatabaseSync): void {
  const until = '2999-01-01T00:00:00.000Z';
  file
    .prepare(
      `insert into session (id, token, "userId", "expiresAt", "createdAt", "updatedAt") values (?, ?, ?, ?, ?, ?)`,
    )
    .run(`session ${clerk}`, digestOf(token), clerk, until, until, now);
}

async function fillSchool(db: Db): Promise<number> {
  const campus = await openSchool(db, { slug: 'main', name: 'Example School', campus: 'Girls Campus', now });
  // A fixed receipt secret. With real random numbers each process would have another one.
  await db
    .updateTable('sender')
    .set({ words: JSON.stringify([{ word: '00112233aabbccdd', until: '9999' }]) })
    .execute();
  await storeUser(db, { userID: clerk, userName: clerk, token }, now);
  await addMembership(db, { userID: clerk, campusID: campus.id, rights: allRights });
  return campus.id;
}

async function prepare(): Promise<Prepared> {
  const dataDir = openFolder('school');
  const store = await openStore({ databaseUrl: undefined, dataDir });
  const campusID = await fillSchool(store.db);
  await store.close();
  return { file: join(dataDir, 'qasid.db'), secretKey, db: 'main', campusID };
}

/** A trigger of the database reports the changes, so that no statement is missed. */
const stepTrigger = [
  `create table told_step (id bigint generated always as identity primary key, "messageID" bigint, "from" text, "to" text)`,
  `create function tell_step() returns trigger language plpgsql as $$ begin
     insert into told_step ("messageID", "from", "to") values (new.id, old.status, new.status); return null; end $$`,
  `create trigger told_step after update of status on message for each row
     when (old.status is distinct from new.status) execute function tell_step()`,
];

/** Returns the name of the database to copy. */
async function prepareOn(serverUrl: string): Promise<string> {
  const name = `school_${process.pid}`;
  const databaseUrl = await createDatabase(serverUrl, name);
  const store = await openStore({ databaseUrl, dataDir: openFolder('school') });
  await fillSchool(store.db);
  for (const statement of stepTrigger) await sql.raw(statement).execute(store.db);
  await store.close();
  return name;
}

/** The release before this one. Its store holds every state, reason and notice that it knew. */
const lastRelease = fixtureNames.at(-1) ?? '';

export type Prepared = { file: string; secretKey: string; db: string; campusID: number };

/** The file of a school that has used the last release until now. */
async function prepareEarlier(): Promise<Prepared> {
  const dataDir = openFolder('school');
  const file = join(dataDir, 'qasid.db');
  const fixture = await readFixture(lastRelease);
  const campus = await loadStore(fixture, { databaseUrl: undefined, dataDir }, async (db) => {
    // The rows of this school only fill tables. They contradict one another, which the rules would find.
    const filler = db.selectFrom('school').select('id').where('slug', '=', everyRowSchool);
    const { id: schoolID } = await filler.executeTakeFirstOrThrow();
    await deleteSchool({ db, engine: 'sqlite' }, { schoolID, like: file });
    await storeUser(db, { userID: clerk, userName: clerk, token }, now);
    const [campus] = await db
      .selectFrom('campus')
      .innerJoin('school', 'school.id', 'campus.schoolID')
      .select(['campus.id', 'school.slug'])
      .orderBy('campus.id')
      .execute();
    if (!campus) throw new Error('the store of the last release has no campus');
    await addMembership(db, { userID: clerk, campusID: campus.id, rights: allRights });
    return campus;
  });
  const { secretKey } = fixture;
  return { file, secretKey, db: campus.slug, campusID: campus.id };
}

let makingEarlier: Promise<Prepared> | undefined;

export function preparedEarlier(): Promise<Prepared> {
  makingEarlier ??= prepareEarlier();
  return makingEarlier;
}

let making: Promise<Prepared> | undefined;

let makingOn: Promise<string> | undefined;

/** Returns the file to copy. */
export function prepared(): Promise<Prepared> {
  making ??= prepare();
  return making;
}

/** Returns the URL of a new database on this server. */
export async function openOn(serverUrl: string, name: string): Promise<string> {
  makingOn ??= prepareOn(serverUrl);
  return createDatabase(serverUrl, name, await makingOn);
}
