/** A send of last week is found again in its billing, whatever has happened to the store and to the outbox since. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { clear } from '../../src/server/outbox/changes/cancel.ts';
import { restoreMessages } from '../../src/server/outbox/changes/restore.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { showOutbox } from '../../src/server/outbox/lists/page.ts';
import { showSend, showSends } from '../../src/server/outbox/lists/sends.ts';
import { pollProviders } from '../../src/server/outbox/receipts/worker.ts';
import { updateDemoPace } from '../../src/server/senders/settings/settings-queries.ts';
import { type Running, start } from '../../src/server/start.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import { type BackupPlace, makeBackupPlace } from '../support/backup-place.ts';
import { type CampusInTest, campusFactory, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type ServerWithTools, startServerWithTools } from '../support/postgres-tools.ts';
import { openSchool } from '../support/schools.ts';

const week = 7 * 24 * 60 * 60 * 1000;

/** Ten of them are not on WhatsApp and ten have no number. */
const bills = Array.from({ length: 500 }, (_, at) => {
  if (at < 10) return makeBill({ number: `0301-70${String(at).padStart(3, '0')}00` });
  if (at < 20) return makeBill({ number: '' });
  return makeBill({ number: `0302-1${String(at).padStart(4, '0')}11` });
});
const none = { pending: 0, sending: 0, accepted: 0, sent: 0, delivered: 0, unknown: 0, cancelled: 0 };
const figures = { total: 500, counts: { ...none, read: 480, failed: 10, skipped: 10 }, failures: 10 };

describe.each(engines)('on %s', (engine) => {
  let server: ServerWithTools | undefined;
  let place: BackupPlace;
  let running: Running | undefined;
  let ahead = 0;
  beforeAll(async () => {
    if (engine === 'postgres') server = await startServerWithTools();
  });
  afterAll(async () => server?.stop());
  beforeEach(async ({ skip }) => {
    skip(engine === 'postgres' && !server, 'this machine has no pg_dump, or an older one than the server');
    place = await makeBackupPlace(engine, server);
  });
  afterEach(async () => {
    await running?.stop();
    await place?.remove();
  });

  async function open(): Promise<Running> {
    running = await start(place.config, { now: () => new Date(Date.now() + ahead) });
    return running;
  }
  async function close(): Promise<void> {
    await running?.stop();
    running = undefined;
  }
  async function campusOf({ deps }: Running): Promise<CampusInTest> {
    const { db } = deps.store;
    const existing = await db.selectFrom('campus').selectAll().executeTakeFirst();
    const made = { slug: 'main', name: 'main', campus: 'Girls', now: deps.now().toISOString() };
    return campusFactory(deps, 'main', existing ?? (await openSchool(db, made)));
  }
  async function work({ deps }: Running): Promise<void> {
    for (let done = 1; done > 0; )
      done = (await sendNext(deps)) + (await handleStoredWebhooks(deps)) + (await pollProviders(deps));
  }

  it('A send of 500 that is a week old is still a line in its billing with right figures, after a restart, a restore, an undo and a clear.', {
    timeout: 120_000,
  }, async () => {
    ahead = -week;
    let here = await open();
    let campus = await campusOf(here);
    await updateDemoPace(campus.scope, 'instant');
    const { id: groupID } = await campus.group({ bills, name: 'The billing' });
    const message = '{{name}}: Rs. {{payable}}';
    const { broadcastID } = await campus.message({ groupIDs: [groupID], status: 'unpaid', message });
    await work(here);

    /** The line of the old send in its billing, and the people behind each of its figures. */
    const expectFound = async (others: number): Promise<void> => {
      const { scope } = campus;
      const query = { which: 'sends', groupID, search: '', after: 0, take: 30 } as const;
      const sends = await showSends(scope, here.deps, query);
      expect(sends).toHaveLength(others + 1);
      expect(sends.at(-1)).toMatchObject({
        ...figures,
        broadcastID,
        groupIDs: [groupID],
        audience: 'unpaid',
      });
      expect(await showSend(scope, broadcastID)).toMatchObject({ ...figures, broadcastID, paidSince: 0 });
      for (const status of ['read', 'failed', 'skipped', 'all'] as const) {
        const page = { after: 0, from: 0, take: 1 };
        const { count } = await showOutbox(scope, { broadcastID, status, search: '' }, page);
        expect([status, count]).toEqual([status, status === 'all' ? figures.total : figures.counts[status]]);
      }
    };
    await expectFound(0);

    ahead = 0;
    await expectFound(0);

    await close();
    here = await open();
    campus = await campusOf(here);
    await expectFound(0);

    await place.command('backup');
    await close();
    const [newest] = await listBackups(join(place.config.dataDir, 'backups'));
    await place.command('restore', newest?.name ?? '', '--yes');
    here = await open();
    campus = await campusOf(here);
    await expectFound(0);

    // What waits of another send is cleared, put back, and cleared again.
    await campus.message({ groupIDs: [groupID], status: 'unpaid', message: 'Please pay, {{name}}.' });
    await expectFound(1);
    const cleared = await clear(campus.scope, here.deps);
    expect(cleared.cleared).toBe(490);
    await expectFound(1);
    expect(await restoreMessages(campus.scope, here.deps, cleared.at)).toEqual({ changed: 490 });
    await expectFound(1);
    expect((await clear(campus.scope, here.deps)).cleared).toBe(490);
    await expectFound(1);
  });
});
