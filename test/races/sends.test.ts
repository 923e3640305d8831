/**
 * A send and a change of its bills at the same time: no message about a removed bill, and no reminder for a paid one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const rounds = 12;

describe.each(engines)('Sends beside changes on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  async function open(slug: string) {
    const campus = await world.school(slug);
    const { token } = await campus.user();
    const { db } = world.deps.store;
    const query = { db: campus.db, cID: campus.id };
    const billIDs = async (groupID: number) =>
      (await db.selectFrom('bill').select('id').where('groupID', '=', groupID).orderBy('id').execute()).map(
        ({ id }) => id,
      );
    const ask: World['call'] = (call, request) =>
      world.call(call, { token, ...request, query: { ...query, ...request?.query } });
    const remind = (groupIDs: number[]) =>
      ask(calls.sendToGroups, { body: { message: 'Dear {{name}}', groupIDs, status: 'unpaid' } });
    /** Waiting messages that speak of a removed or paid bill. */
    const outdated = async () => {
      const there = await db.selectFrom('bill').select(['id', 'status']).execute();
      const unpaid = new Set(there.filter(({ status }) => status === 'unpaid').map(({ id }) => id));
      const waiting = await db
        .selectFrom('message')
        .select('billIDs')
        .where('campusID', '=', campus.id)
        .where('status', '=', 'queued')
        .execute();
      return waiting.filter(({ billIDs }) => !unpaid.has(Number(billIDs.trim())));
    };
    return { campus, ask, remind, outdated, billIDs };
  }
  const bills = () => Array.from({ length: 60 }, () => makeBill());

  it('Of a concurrent undo and send one is refused, and no message is about a removed bill.', async () => {
    const { campus, ask, remind, outdated } = await open('undo');
    for (let round = 0; round < rounds; round++) {
      const { id, importID } = await campus.save(bills());
      const [sent, undone] = await Promise.all([
        remind([id]),
        ask(calls.undoImport, { params: { id: importID } }),
      ]);
      // The first of the two requests wins, and the other is refused.
      expect([sent.status, undone.status]).toEqual(sent.status === 200 ? [200, 409] : [404, 200]);
      expect(await outdated()).toEqual([]);
    }
  });

  it('A send that runs while one bill is removed and another is paid includes neither bill.', async () => {
    const { campus, ask, remind, outdated, billIDs } = await open('removals');
    for (let round = 0; round < rounds; round++) {
      const { id } = await campus.save(bills());
      const [first = 0, second = 0] = await billIDs(id);
      const body = { name: 'x', number: '0300-1234567', status: 'paid' };
      const answers = await Promise.all([
        remind([id]),
        ask(calls.removeBill, { params: { id: first } }),
        ask(calls.updateBill, { params: { id: second }, body }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 204, 200]);
      expect(await outdated()).toEqual([]);
    }
  });

  it('A send that runs while its billing is removed includes no removed bill.', async () => {
    const { campus, ask, remind, outdated } = await open('billings');
    for (let round = 0; round < rounds; round++) {
      const { id } = await campus.save(bills());
      const [sent, removed] = await Promise.all([remind([id]), ask(calls.removeGroup, { query: { id } })]);
      expect(removed.status).toBe(204);
      expect([200, 404]).toContain(sent.status);
      expect(await outdated()).toEqual([]);
    }
  });

  it('Of a concurrent retry and undo one is refused, and no message is about a removed bill.', async () => {
    const { campus, ask, remind, outdated } = await open('retries');
    for (let round = 0; round < rounds; round++) {
      const { id, importID } = await campus.save(bills());
      const { broadcastID } = (await remind([id])).body;
      await world.deps.store.db
        .updateTable('message')
        .set({ status: 'failed', dueAt: null })
        .where('broadcastID', '=', broadcastID)
        .execute();
      const [retried, undone] = await Promise.all([
        ask(calls.retryOutbox, { body: { broadcastID } }),
        ask(calls.undoImport, { params: { id: importID } }),
      ]);
      expect(retried.status).toBe(200);
      expect(undone.status).toBe(retried.body.changed > 0 ? 409 : 200);
      expect(await outdated()).toEqual([]);
    }
  });

  it('Three concurrent sends that leave out numbers with the same text send each message once.', async () => {
    const { campus, ask } = await open('presses');
    for (let round = 0; round < rounds; round++) {
      const { id } = await campus.save(bills());
      const press = () =>
        ask(calls.sendToGroups, { body: { message: 'Dear {{name}}', groupIDs: [id], again: false } });
      const answers = await Promise.all([press(), press(), press()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 200)?.body.queued).toBe(60);
    }
  });

  it('A correction at the same time as a send is either in the messages or held.', async () => {
    const { campus, remind } = await open('corrections');
    for (let round = 0; round < rounds; round++) {
      const rows = bills();
      const { id } = await campus.save(rows);
      const [, saved] = await Promise.all([
        remind([id]),
        campus.save(
          rows.map((row) => ({ ...row, name: 'Corrected' })),
          { id },
        ),
      ]);
      const corrected = await world.deps.store.db
        .selectFrom('message')
        .select('text')
        .where('groupID', '=', id)
        .where('text', '=', 'Dear Corrected')
        .execute();
      expect([saved.updated, saved.held.length, corrected.length]).toEqual(
        saved.updated > 0 ? [60, 0, 60] : [0, 60, 0],
      );
    }
  });
});
