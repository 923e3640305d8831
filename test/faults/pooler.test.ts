/**
 * PostgreSQL behind a pooler: session mode works, and transaction mode is refused at the start before anything is
 * written.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { type MainProcess, startMain } from '../support/fault-main.ts';
import { startPooler } from '../support/pooler.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';

describe.skipIf(!engines.includes('postgres'))('PostgreSQL behind a connection pooler', () => {
  let name: string;
  let url: string;
  let dataDir: string;
  let pooler: Awaited<ReturnType<typeof startPooler>> | undefined;
  const running: MainProcess[] = [];
  beforeEach(async () => {
    name = `pooled_${randomUUID().replaceAll('-', '')}`;
    url = await createDatabase(inject('postgresUrl') ?? '', name);
    dataDir = await mkdtemp(join(tmpdir(), 'qasid-pooled-'));
  });
  afterEach(async () => {
    for (const program of running.splice(0)) await program.end('SIGKILL');
    await pooler?.stop();
    await dropDatabase(inject('postgresUrl') ?? '', name);
    await rm(dataDir, { recursive: true, force: true });
  });
  const begin = (databaseUrl: string) => {
    const program = startMain({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      ADMIN_PASSWORD: 'Falsa-Neem-481',
    });
    running.push(program);
    return program;
  };
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };

  it('Qasid starts behind a pooler in session mode.', async () => {
    pooler = await startPooler(url, 'session');
    const address = await begin(pooler.url).ready();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  it('Behind a pooler in transaction mode Qasid refuses to start, in one line, and has written nothing.', async () => {
    pooler = await startPooler(url, 'transaction');
    const { code, complained } = await begin(pooler.url).ended;
    expect(complained).toMatch(/^PostgreSQL at .* pooler in transaction mode/);
    expect(complained.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect(await query(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });

  it('Three processes that start together on an empty database without a pooler all become ready.', async () => {
    const programs = [begin(url), begin(url), begin(url)];
    const addresses = await Promise.all(programs.map((program) => program.ready()));
    for (const address of addresses) expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(await query('select slug from school')).toEqual([{ slug: 'main' }]);
  });
});
