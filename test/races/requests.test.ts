/** The same request many times at once: a double click, a page that repeats it, two programs that start together. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { login } from '../../src/server/auth/account/account.ts';
import { setUp, setupToken } from '../../src/server/auth/setup/setup.ts';
import { fillNewCampus } from '../../src/server/demo/demo.ts';
import type { Deps } from '../../src/server/deps.ts';
import { start } from '../../src/server/start.ts';
import { configFor } from '../support/config.ts';
import { engines } from '../support/engines.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { createWorld, type World } from '../support/world.ts';

const many = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe.each(engines)('Repeated sends on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  it('Twenty requests with one clientID make one send and get the same answer.', async () => {
    const campus = await world.school('twenty');
    const { token } = await campus.user();
    const group = await campus.group({ bills: 50 });
    const body = { message: 'Dear {{name}}', groupIDs: [group.id], clientID: randomUUID() };
    const answers = await many(20, () =>
      world.call(calls.sendToGroups, { token, query: { db: campus.db, cID: campus.id }, body }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const [first] = answers;
    for (const { body } of answers) expect(body).toEqual(first?.body);
    expect(first?.body.queued).toBe(50);
    expect(await campus.scope.db.selectFrom('broadcast').select('id').execute()).toHaveLength(1);
    expect(await campus.scope.db.selectFrom('message').select('id').execute()).toHaveLength(50);
  });
});

describe.each(engines)('Concurrent set-ups on %s', (engine) => {
  const first = {
    school: 'Model School',
    campus: 'Girls',
    name: 'Head',
    password: 'long-enough',
    demo: false,
  };

  async function schoolsAndUsers({ store }: Deps): Promise<[number, string[]]> {
    const schools = await store.db.selectFrom('school').select('id').execute();
    const users = await store.db.selectFrom('user').select('username').execute();
    return [schools.length, users.map(({ username }) => username ?? '')];
  }

  it('Three concurrent set-ups make one school, whose administrator can sign in.', async () => {
    const world = await createWorld(engine);
    const token = (await setupToken(world.deps)) ?? '';
    const names = ['one', 'two', 'three'];
    const tries = await Promise.allSettled(
      names.map((userName) => setUp(world.deps, { ...first, token, userName }, fillNewCampus)),
    );
    const made = names.filter((_name, index) => tries[index]?.status === 'fulfilled');
    expect(made).toHaveLength(1);
    const [userName = ''] = made;
    expect(await schoolsAndUsers(world.deps)).toEqual([1, [userName]]);
    const from = { device: { userAgent: '', address: '' }, browser: undefined };
    const proof = await login(world.deps, { userName, password: first.password }, from);
    expect(proof.campuses).toHaveLength(1);
    expect(await setupToken(world.deps)).toBeUndefined();
    await world.stop();
  });
});

describe.skipIf(!engines.includes('postgres'))('Concurrent program starts on postgres', () => {
  it('Three programs that start together migrate once and make one school, and all of them run.', {
    timeout: 60_000,
  }, async () => {
    const server = inject('postgresUrl') ?? '';
    const name = `starts_${randomUUID().replaceAll('-', '')}`;
    const databaseUrl = await createDatabase(server, name);
    const dataDir = await mkdtemp(join(tmpdir(), 'qasid-starts-'));
    const config = { ...configFor(dataDir, databaseUrl), adminPassword: 'long-enough' };
    const started = await Promise.allSettled(
      ['web', 'worker', 'all'].map((role) => start({ ...config, role: role as 'all' })),
    );
    const running = started.filter((program) => program.status === 'fulfilled').map(({ value }) => value);
    try {
      expect(started.filter(({ status }) => status === 'rejected')).toEqual([]);
      const { deps } = running[0]!;
      expect(await deps.store.db.selectFrom('school').select('slug').execute()).toEqual([{ slug: 'main' }]);
      expect(await deps.store.db.selectFrom('campus').select('id').execute()).toHaveLength(1);
      for (const { deps } of running) {
        const from = { device: { userAgent: '', address: '' }, browser: undefined };
        const proof = await login(deps, { userName: 'admin', password: 'long-enough' }, from);
        expect(proof.campuses).toHaveLength(1);
      }
    } finally {
      for (const program of running) await program.stop();
      await dropDatabase(server, name);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
