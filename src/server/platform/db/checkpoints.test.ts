import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import { createCheckpoints } from './checkpoints.ts';

const folder = mkdtempSync(join(tmpdir(), 'qasid-checkpoints-'));
const file = join(folder, 'qasid.db');
let database: DatabaseSync | undefined;
afterEach(() => {
  database?.close();
  rmSync(folder, { recursive: true });
});

it('A large commit returns before its WAL checkpoint has written to the database file.', async () => {
  database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal; create table line (text text) strict');
  database.exec('pragma wal_checkpoint(truncate)');
  const { commit, rest } = createCheckpoints(database, file);
  const sizes: number[] = [];
  const write = (rows: number) => {
    database?.exec('begin');
    database?.exec(`with recursive series(i) as (select 1 union all select i + 1 from series where i < ${rows})
      insert into line select hex(randomblob(500)) from series`);
    return commit(rows, async () => {
      database?.exec('commit');
      sizes.push(statSync(file).size);
    });
  };
  sizes.push(statSync(file).size);
  await write(10_000);
  await rest();
  sizes.push(statSync(file).size);
  expect(sizes[1]).toBe(sizes[0]);
  expect(sizes[2]).toBeGreaterThan(10_000 * 1000);
  expect(database.prepare('pragma wal_autocheckpoint').get()).toEqual({ wal_autocheckpoint: 1000 });
});
