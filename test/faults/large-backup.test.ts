/** A backup of 180 MB during a send takes at most three times as long as one while nothing happens. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { type Running, start } from '../../src/server/start.ts';
import { acceptInto } from '../support/accepting-provider.ts';
import { type BackupPlace, makeBackupPlace } from '../support/backup-place.ts';
import { campusFactory } from '../support/campus.ts';
import { openSchool } from '../support/schools.ts';

/** `npm run test:full -- storms` runs the full size. Only then is the time checked. */
const isFull = process.env.BACKUP_FULL === '1';
const megabytes = isFull ? 180 : 20;
const messages = isFull ? 6000 : 600;

let place: BackupPlace;
let running: Running | undefined;
beforeEach(async () => {
  place = await makeBackupPlace('sqlite', undefined);
});
afterEach(async () => {
  await running?.stop();
  await place.remove();
});

async function fill(): Promise<void> {
  await (await openStore(place.config)).close();
  const database = new DatabaseSync(join(place.config.dataDir, 'qasid.db'));
  const insert = database.prepare('insert into setting (name, value) values (?, ?)');
  database.exec('begin');
  for (let row = 0; row < megabytes * 140; row += 1)
    insert.run(`row ${row}`, `${row} `.repeat(1400).slice(0, 7900));
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}

async function timeBackup(): Promise<number> {
  const began = performance.now();
  await place.command('backup');
  return performance.now() - began;
}

it(`A backup of ${megabytes} MB finishes while ${messages} messages are sent.`, async () => {
  await fill();
  const idle: number[] = [];
  for (let round = 0; round < 3; round += 1) idle.push(await timeBackup());
  const usual = idle.sort((a, b) => a - b)[1] ?? 0;

  const given: string[] = [];
  running = await start(place.config, { providers: { demo: acceptInto(given) } });
  const { deps } = running;
  const made = { slug: 'main', name: 'main', campus: 'Girls', now: deps.now().toISOString() };
  const { message } = campusFactory(deps, 'main', await openSchool(deps.store.db, made));
  const contacts = Array.from({ length: messages }, (_, at) => `0300${1_000_000 + at}`).join(',');
  await message({ contacts });
  let isOver = false;
  // The longest time that a request would have waited.
  let longest = 0;
  const sending = (async () => {
    for (let done = 1; done > 0; ) {
      const began = performance.now();
      done = await sendNext(deps);
      if (!isOver) longest = Math.max(longest, performance.now() - began);
      // The pause makes the send longer than the backup.
      await pause(5);
    }
  })();
  const inRun = await timeBackup();
  isOver = true;
  const before = given.length;
  await sending;
  const [found] = await listBackups(join(place.config.dataDir, 'backups'));
  const { size } = await stat(join(found?.path ?? '', 'qasid.db'));
  const summary = `idle ${idle.map(Math.round).join(', ')} ms; in the run ${Math.round(inRun)} ms, ${before} of ${given.length} sent by then, the longest round ${Math.round(longest)} ms; ${Math.round(size / 1024 / 1024)} MB`;
  process.stdout.write(`${summary}\n`);
  expect(size, summary).toBeGreaterThan(megabytes * 1024 * 1024);
  expect(given).toHaveLength(messages);
  if (!isFull) return;
  expect(before, summary).toBeLessThan(messages);
  expect(inRun, summary).toBeLessThan(3 * usual);
}, 300_000);
