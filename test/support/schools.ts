/** Makes schools and campuses as the program does, without the starter texts of a new school. */

import { type Campus, scopeOfRow } from '../../src/server/auth/scope.ts';
import { createCampus, createSchool } from '../../src/server/auth/setup/setup-queries.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { computer, type Runtime } from '../../src/server/runtime.ts';
import { insertDemoSender } from '../../src/server/senders/settings/settings-queries.ts';

type Made = { now: string; runtime: Pick<Runtime, 'randomBytes'> };

async function withSender(db: Db, campus: Campus, { now, runtime }: Made): Promise<Campus> {
  const receiptSecret = runtime.randomBytes(8).toString('hex');
  await insertDemoSender(scopeOfRow(db, campus, ''), { receiptSecret, now });
  return campus;
}

export const openSchool = async (
  db: Db,
  school: Parameters<typeof createSchool>[1],
  runtime = computer,
): Promise<Campus> => withSender(db, await createSchool(db, school), { now: school.now, runtime });

export const openCampus = async (
  db: Db,
  campus: Parameters<typeof createCampus>[1],
  runtime = computer,
): Promise<Campus> => withSender(db, await createCampus(db, campus), { now: campus.now, runtime });
