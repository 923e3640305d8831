/** Schools and campuses as the program makes them, without the texts that a school begins with. */

import { type Campus, scopeOfRow } from '../../src/server/auth/scope.ts';
import { createCampus, createSchool } from '../../src/server/auth/setup/queries.ts';
import type { Db } from '../../src/server/db/store.ts';
import { insertDemoSender } from '../../src/server/numbers/senders/queries.ts';

async function withSender(db: Db, campus: Campus, now: string): Promise<Campus> {
  await insertDemoSender(scopeOfRow(db, campus, ''), now);
  return campus;
}

export const openSchool = async (db: Db, school: Parameters<typeof createSchool>[1]): Promise<Campus> =>
  withSender(db, await createSchool(db, school), school.now);

export const openCampus = async (db: Db, campus: Parameters<typeof createCampus>[1]): Promise<Campus> =>
  withSender(db, await createCampus(db, campus), campus.now);
