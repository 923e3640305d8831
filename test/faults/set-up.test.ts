/** Power cuts during the very first start: the next start still makes one school with one administrator. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { configFor } from '../support/config.ts';
import { engines } from '../support/engines.ts';
import { ask } from '../support/fault-clerk.ts';
import { startFaultProcess } from '../support/fault-process.ts';
import { createChance } from '../support/fault-random.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';

const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const password = 'set-up-again';
const kills = 6;

describe.each(engines)('Kills during the first start on %s', (engine) => {
  it(`After ${kills} kills during the first start there is one school with one administrator.`, {
    timeout: 60_000,
  }, async () => {
    const chance = createChance(seed);
    const name = `setup_${randomUUID().replaceAll('-', '')}`;
    const dataDir = await mkdtemp(join(tmpdir(), 'qasid-set-up-'));
    const databaseUrl =
      engine === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '', name) : undefined;
    const config = {
      ...configFor(dataDir, databaseUrl),
      role: 'all' as const,
      adminPassword: password,
      demo: true,
    };
    const place = { config, recorder: 'http://127.0.0.1:9', clockAhead: 0 };
    for (let kill = 0; kill < kills; kill++) {
      const program = startFaultProcess(place);
      await Promise.race([program.ready, wait(chance.whole(350, 1300))]);
      await program.kill();
    }

    const last = startFaultProcess(place);
    const address = await last.ready;
    expect(address, last.complaints()).toBeDefined();
    const counter = { address: address ?? '', token: '' };
    expect(await ask(counter, calls.login, { userName: 'admin', password })).toMatchObject({
      // A killed start may have used up the first id.
      cId: expect.any(Number),
      db: 'main',
    });
    last.tell({ stop: true });
    expect(await last.ended).toBe(0);

    const store = await openStore(config);
    const tables = ['school', 'campus', 'user', 'membership', 'sender'] as const;
    const counts = await Promise.all(
      tables.map(async (table) => (await store.db.selectFrom(table).selectAll().execute()).length),
    );
    expect(counts, `seed ${seed}`).toEqual([1, 1, 1, 1, 1]);
    await store.close();
    if (databaseUrl) await dropDatabase(inject('postgresUrl') ?? '', name);
    await rm(dataDir, { recursive: true, force: true });
  });
});
