/** A restored or copied store sends nothing again until a person has decided. */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { campusColumns } from '../../src/server/auth/auth-queries.ts';
import type { Config } from '../../src/server/config.ts';
import { decideCopy, listHeldRuns } from '../../src/server/outbox/changes/copies.ts';
import { restoreMessages } from '../../src/server/outbox/changes/restore.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { countOutbox } from '../../src/server/outbox/lists/alerts.ts';
import { showOutbox } from '../../src/server/outbox/lists/page.ts';
import { openChat } from '../../src/server/outbox/manual/manual.ts';
import { findSender } from '../../src/server/senders/settings/settings-queries.ts';
import { receiptSecretsOf } from '../../src/server/senders/settings/settings-rules.ts';
import { type Running, start } from '../../src/server/start.ts';
import { acceptInto } from '../support/accepting-provider.ts';
import { isBackup } from '../support/backup-place.ts';
import { type CampusInTest, campusFactory } from '../support/campus.ts';
import { compileCache } from '../support/compile-cache.ts';
import { configFor } from '../support/config.ts';
import { engines } from '../support/engines.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { openSchool } from '../support/schools.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../scripts/backup.ts');
/** Of `all` messages, `before` are sent before the copy is made and the others after it. */
const all = 12;
const before = 5;

const contacts = Array.from({ length: all }, (_, at) => `0300-76543${10 + at}`).join(',');

let root: string;
const given: string[] = [];
const providers = { demo: acceptInto(given) };

const running: Running[] = [];
async function open(config: Config): Promise<Running> {
  const here = await start({ ...config, logLevel: 'silent' }, { providers });
  running.push(here);
  return here;
}
const close = async (): Promise<void> => running.pop()?.stop();

/** The campus of the store, which is created when it has none. */
const campusOf = async ({ deps }: Running, slug = 'main'): Promise<CampusInTest> => {
  const { db } = deps.store;
  const existing = await db.selectFrom('campus').select(campusColumns).executeTakeFirst();
  const now = deps.now().toISOString();
  return campusFactory(
    deps,
    slug,
    existing ?? (await openSchool(db, { slug, name: slug, campus: 'Girls', now })),
  );
};

async function sendAll({ deps }: Running): Promise<number> {
  const at = given.length;
  while ((await sendNext(deps)) > 0);
  return given.length - at;
}

/** A send of which some messages have gone. */
async function sendSome(here: Running): Promise<void> {
  const { scope, message } = await campusOf(here);
  await message({ contacts });
  // The gap makes each call send one message; an empty `runsAt` makes the sender due at once.
  const change = (to: object) => scope.db.updateTable('sender').set(to).execute();
  while (given.length < before) {
    await change({ gapFrom: 1, gapTo: 1, runsAt: '' });
    await sendNext(here.deps);
  }
  await change({ gapFrom: null, gapTo: null, runsAt: '' });
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const waitingIn = async (here: Running): Promise<number> =>
  (
    await showOutbox(
      (
        await campusOf(here)
      ).scope,
      { status: 'pending', search: '' },
      { after: 0, from: 0, take: 1 },
    )
  ).counts.pending;

/** The copy is reported on every page, and no worker sends anything. */
async function expectHeld(here: Running, why: 'backup' | 'place'): Promise<void> {
  expect(await sendAll(here)).toBe(0);
  const { scope } = await campusOf(here);
  const { alert, copy } = await countOutbox(scope, here.deps);
  expect(copy).toMatchObject({ why, waiting: all - before });
  expect(alert).toContain(`${all - before} messages wait in it`);
  expect(await waitingIn(here)).toBe(all - before);
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'qasid-copies-'));
  given.length = 0;
});
afterEach(async () => {
  while (running.length > 0) await close();
  await rm(root, { recursive: true, force: true });
});

describe('SQLite file', () => {
  const folder = (name: string) => join(root, name);
  const config = (name: string): Config => configFor(folder(name), undefined);
  const backUp = async (name: string): Promise<string> => {
    await run(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      env: { ...compileCache, PATH: process.env.PATH, DATA_DIR: folder(name) },
    });
    const [stamp = ''] = (await readdir(join(folder(name), 'backups'))).filter(isBackup);
    return join(folder(name), 'backups', stamp, 'qasid.db');
  };
  /** Restores by hand, as the README describes it. */
  const putBack = async (name: string, file: string): Promise<void> => {
    for (const end of ['-wal', '-shm']) await rm(join(folder(name), `qasid.db${end}`), { force: true });
    await cp(file, join(folder(name), 'qasid.db'));
  };

  it('A backup that was made during a send and restored after its end sends nothing again.', async () => {
    const here = await open(config('a'));
    await sendSome(here);
    const backup = await backUp('a');
    expect(await sendAll(here)).toBe(all - before);
    await close();
    await putBack('a', backup);
    const again = await open(config('a'));
    await expectHeld(again, 'backup');
    // Another start does not release the messages either.
    await close();
    await expectHeld(await open(config('a')), 'backup');
  });

  it('A restored backup sends the waiting messages once a person decides so.', async () => {
    const here = await open(config('a'));
    await sendSome(here);
    const backup = await backUp('a');
    await close();
    await putBack('a', backup);
    const again = await open(config('a'));
    await expectHeld(again, 'backup');
    const { scope } = await campusOf(again);
    expect(await decideCopy(scope, again.deps, { waiting: 'send' })).toEqual({
      changed: all - before,
      at: null,
    });
    expect(await sendAll(again)).toBe(all - before);
    expect(new Set(given).size).toBe(all);
  });

  it('A restored backup sends one broadcast and takes back another, as a person has decided for each.', async () => {
    const here = await open(config('a'));
    await sendSome(here);
    const second = await (await campusOf(here)).message({ contacts: '0301-1111111,0301-2222222' });
    const backup = await backUp('a');
    await close();
    await putBack('a', backup);
    const again = await open(config('a'));
    const { scope } = await campusOf(again);
    const held = await listHeldRuns(scope);
    expect(held.map(({ waiting }) => waiting)).toEqual([2, all - before]);
    expect(held[0]?.broadcastID).toBe(second.broadcastID);
    const at = given.length;
    const runs = [{ broadcastID: second.broadcastID, waiting: 'send' as const }];
    expect(await decideCopy(scope, again.deps, { waiting: 'takeBack', runs })).toMatchObject({
      changed: all - before,
      at: expect.any(String),
    });
    expect(await sendAll(again)).toBe(2);
    expect(given.slice(at).sort()).toEqual(['+923011111111', '+923012222222']);
    expect(await listHeldRuns(scope)).toEqual([]);
  });

  it.each([
    [
      'the whole folder, in another one',
      async () => cp(folder('copy'), folder('b'), { recursive: true }),
      'b',
    ],
    [
      'the whole folder, in place of the one that went on',
      async () => {
        await rm(folder('a'), { recursive: true });
        await cp(folder('copy'), folder('a'), { recursive: true, preserveTimestamps: true });
      },
      'a',
    ],
    [
      'the whole folder, over the one that went on',
      async () => cp(folder('copy'), folder('a'), { recursive: true, force: true }),
      'a',
    ],
    [
      'the file alone, over the one that went on',
      async () => putBack('a', join(folder('copy'), 'qasid.db')),
      'a',
    ],
    [
      'the file alone, in another folder',
      async () => {
        await mkdir(folder('b'));
        await cp(join(folder('copy'), 'qasid.db'), join(folder('b'), 'qasid.db'));
      },
      'b',
    ],
  ] as const)(
    'A copy that was made while Qasid was stopped sends nothing again: %s.',
    async (_what, putThere, name) => {
      await sendSome(await open(config('a')));
      await close();
      await cp(folder('a'), folder('copy'), { recursive: true });
      expect(await sendAll(await open(config('a')))).toBe(all - before);
      await close();
      await putThere();
      await expectHeld(await open(config(name)), 'place');
    },
  );

  it('A copy that was made while Qasid ran is recognised as older, even without a start in between.', async () => {
    const here = await open(config('a'));
    await sendSome(here);
    await cp(folder('a'), folder('copy'), { recursive: true });
    expect(await sendAll(here)).toBe(all - before);
    await close();
    await cp(folder('copy'), folder('a'), { recursive: true, force: true });
    await rm(join(folder('a'), 'qasid.db-shm'), { force: true });
    await expectHeld(await open(config('a')), 'place');
  });

  it('Moved data are held until a person decides once; after a stop and a start in the same place they are not held.', async () => {
    await sendSome(await open(config('a')));
    await close();
    const again = await open(config('a'));
    expect(await countOutbox((await campusOf(again)).scope, again.deps)).toMatchObject({ copy: null });
    await close();
    await rename(folder('a'), folder('b'));
    await expectHeld(await open(config('b')), 'place');
    await close();
    const decided = await open({ ...config('b'), copy: 'send' });
    expect(await sendAll(decided)).toBe(all - before);
    await close();
    const calm = await open(config('b'));
    expect(await countOutbox((await campusOf(calm)).scope, calm.deps)).toMatchObject({
      copy: null,
      alert: null,
    });
  });
});

describe.each(engines)('Copies on %s', (engine) => {
  const databases: string[] = [];
  const server = () => inject('postgresUrl') ?? '';
  afterEach(async () => {
    while (running.length > 0) await close();
    for (const name of databases.splice(0)) await dropDatabase(server(), name);
  });

  /** A copy of a send under way that is opened after the original has finished the send. */
  async function openCopy(): Promise<Running> {
    const dataDir = join(root, 'a');
    const name = `c_${randomUUID().replaceAll('-', '')}`;
    const url = engine === 'postgres' ? await createDatabase(server(), name) : undefined;
    if (url) databases.push(name, `${name}_copy`);
    const here = await open(configFor(dataDir, url));
    await sendSome(here);
    await close();
    if (url) await query(server(), `create database ${name}_copy template ${name}`);
    else await cp(dataDir, join(root, 'b'), { recursive: true });
    expect(await sendAll(await open(configFor(dataDir, url)))).toBe(all - before);
    await close();
    return open(configFor(join(root, 'b'), url && `${url}_copy`));
  }

  it('A copy sends nothing until a person decides; taken-back messages can be restored.', async () => {
    const here = await openCopy();
    await expectHeld(here, 'place');
    const { scope, message } = await campusOf(here);
    await message({ contacts: '0301-1234567' });
    expect(await sendAll(here)).toBe(0);
    const word = receiptSecretsOf((await findSender(scope))!)[0]?.word;
    const { changed, at } = await decideCopy(scope, here.deps, { waiting: 'takeBack' });
    expect(changed).toBe(all - before);
    // The copy gets a new receipt secret, so receipts for messages of the original do not match its messages.
    expect(receiptSecretsOf((await findSender(scope))!).map((one) => one.word)).toEqual([
      expect.not.stringMatching(word!),
      word,
      ...[],
    ]);
    const page = { after: 0, from: 0, take: 1 };
    const [gone] = (await showOutbox(scope, { status: 'cancelled', search: '' }, page)).items;
    expect(gone?.reasonCode).toBe('takenBack');
    // Messages that were written after the copy was made are sent.
    expect(await sendAll(here)).toBe(1);
    expect(given.at(-1)).toBe('+923011234567');
    expect(await countOutbox(scope, here.deps)).toMatchObject({ pending: 0, alert: null, copy: null });
    expect(await decideCopy(scope, here.deps, { waiting: 'send' })).toEqual({ changed: 0, at: null });
    expect(await restoreMessages(scope, here.deps, at ?? '')).toEqual({ changed: all - before });
  });

  it('A copy sends nothing by hand either, and only a person with the right outbox may decide.', async () => {
    const here = await openCopy();
    const { scope, user, db } = await campusOf(here);
    await scope.db.updateTable('sender').set({ provider: 'assisted' }).execute();
    const { items } = await showOutbox(
      scope,
      { status: 'pending', search: '' },
      { after: 0, from: 0, take: 1 },
    );
    await expect(openChat(scope, here.deps, items[0]?.id ?? 0)).rejects.toThrow(/this is a copy of the data/);
    const ask = async (rights: object) => {
      const { token } = await user(rights);
      return fetch(`${here.address}/api${calls.decideCopy.path}?db=${db}&cID=${scope.campusID}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ waiting: 'takeBack' }),
      });
    };
    expect((await ask({ view: true, add: true, edit: true, delete: true })).status).toBe(403);
    expect(await waitingIn(here)).toBe(all - before);
    const decided = await ask({ view: true, outbox: true });
    expect(await decided.json()).toMatchObject({ changed: all - before });
  });
});
