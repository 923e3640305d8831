/** A school as it is on its first day: made once a process, and copied for each world. */
import { join } from 'node:path';
import { allRights } from '#shared/rights.ts';
import { addMembership } from '../../src/server/auth/queries.ts';
import { openStore } from '../../src/server/db/open-store.ts';
import { storeUser } from '../support/campus.ts';
import { openSchool } from '../support/schools.ts';
import { openFolder } from './folder.ts';

export const token = 'token-of-the-clerk-in-the-simulation';
const now = '2026-11-01T00:00:00.000Z';

async function prepare(): Promise<string> {
  const dataDir = openFolder('school');
  const store = await openStore({ databaseUrl: undefined, dataDir });
  const { db } = store;
  const campus = await openSchool(db, { slug: 'main', name: 'Example School', campus: 'Girls Campus', now });
  // By the real chance every process would know its messages by another word.
  await db
    .updateTable('sender')
    .set({ words: JSON.stringify([{ word: '00112233aabbccdd', until: '9999' }]) })
    .execute();
  await storeUser(db, { userID: 'clerk', userName: 'clerk', token }, now);
  await addMembership(db, { userID: 'clerk', campusID: campus.id, rights: allRights });
  await db.destroy();
  return join(dataDir, 'qasid.db');
}

let making: Promise<string> | undefined;

/** The file to copy. */
export function prepared(): Promise<string> {
  making ??= prepare();
  return making;
}
