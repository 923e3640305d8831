/** Makes the store of an earlier version again and reads what must stay the same in it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import type { Engine } from '../support/engines.ts';
import type { Answer } from './make/answers.ts';

const folder = new URL('fixtures/', import.meta.url);

/** The first version showed the placeholder in the sentence. Today the sentence has the name of the value. */
const reworded: Readonly<Record<string, string>> = {
  'No value for {{name}}': 'No value for Name',
  'No value for {{dueDate}}': 'No value for Due date',
  'No value for {{dueDate}}, {{total}}': 'No value for Due date, Total',
};

export type Fixture = { text: string; secretKey: string; answers: Answer[] };

export async function readFixture(name: string, engine: Engine): Promise<Fixture> {
  const text = await readFile(new URL(`${name}.${engine}.sql`, folder), 'utf8');
  const answers = JSON.parse(await readFile(new URL(`${name}.answers.json`, folder), 'utf8'), (key, value) =>
    key === 'reason' ? (reworded[value] ?? value) : value,
  ) as Answer[];
  return { text, secretKey: /SECRET_KEY ([\da-f]{64})/.exec(text)?.[1] ?? '', answers };
}

type Place = { databaseUrl: string | undefined; dataDir: string };

/** Makes the store and returns what `read` finds in it before a newer program opens it. */
export async function loadStore<T>(
  { text }: Fixture,
  place: Place,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = place;
  if (databaseUrl === undefined) {
    const file = new DatabaseSync(join(dataDir, 'qasid.db'), { enableForeignKeyConstraints: false });
    file.exec(`begin; ${text} commit;`);
    file.close();
  } else {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }
  const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
  try {
    return await read(store.db);
  } finally {
    await store.close();
  }
}
