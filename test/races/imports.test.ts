/** Concurrent saves and undos: two people with the same file, a double click, a page that repeats its request. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines, createWorld, type World } from '../support/world.ts';

const details = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
const many = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const bills = (count: number) => Array.from({ length: count }, () => makeBill());

describe.each(engines)('Concurrent imports on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let token: string;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  async function open(slug: string) {
    campus = await world.school(slug);
    ({ token } = await campus.user());
  }
  const query = () => ({ db: campus.db, cID: campus.id });
  const stored = (table: 'bill' | 'group' | 'import') =>
    world.deps.store.db.selectFrom(table).selectAll().where('campusID', '=', campus.id).execute();
  const send = (rows: NewBill[], head: Record<string, unknown> = {}) => {
    const file = { name: 'a.xlsx', sha256: 'a'.repeat(64) };
    const lines = asLines({ group: details, saveID: randomUUID(), file, ...head }, rows);
    return world.call(calls.importBills, { token, query: query(), ...lines });
  };

  it('Five imports of one file into one billing add its rows once, and each answer counts correctly.', async () => {
    await open('one-file');
    const { id } = await campus.save(bills(1));
    const rows = bills(300);
    const answers = await many(5, () => send(rows, { group: { id } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.map(({ body }) => [body.added, body.skipped]).sort()).toEqual([
      [0, 300],
      [0, 300],
      [0, 300],
      [0, 300],
      [300, 0],
    ]);
    expect(await stored('bill')).toHaveLength(301);
  });

  it('Five imports of one file into a new billing make one billing.', async () => {
    await open('one-billing');
    const rows = bills(100);
    const answers = await many(5, () => send(rows));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await stored('group')).toHaveLength(1);
    expect(await stored('bill')).toHaveLength(100);
  });

  it('Five imports of different files with the same bills make one billing.', async () => {
    await open('same-bills');
    const rows = bills(100);
    const sha = (index: number) => ({ file: { name: 'b.xlsx', sha256: String(index).repeat(64) } });
    const answers = await many(5, (index) => send(rows, sha(index)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await stored('bill')).toHaveLength(100);
  });

  it('Ten imports with one saveID make one import and get the same answer.', async () => {
    await open('one-save');
    const rows = bills(50);
    const saveID = randomUUID();
    const answers = await many(10, () =>
      send(rows, { saveID, file: { name: 'b.xlsx', sha256: 'b'.repeat(64) } }),
    );
    const [first] = answers;
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: first?.body });
    expect(first?.body).toMatchObject({ added: 50 });
    expect(await stored('import')).toHaveLength(1);
    expect(await stored('bill')).toHaveLength(50);
  });

  it('After concurrent corrections of the same bills the last one is stored, and undoing them restores the original bills.', async () => {
    await open('corrections');
    const rows = bills(40);
    const { id, importID } = await campus.save(rows);
    const before = await stored('bill');
    const answers = await many(4, (index) =>
      send(
        rows.map((row) => ({ ...row, total: index + 1 })),
        { group: { id }, reason: 'Corrected', file: { name: 'c.xlsx', sha256: String(index).repeat(64) } },
      ),
    );
    expect(answers.map(({ body }) => body.updated)).toEqual([40, 40, 40, 40]);
    expect(new Set((await stored('bill')).map(({ total }) => total)).size).toBe(1);
    const later = answers.map(({ body }) => body.importID as number).sort((a, b) => b - a);
    for (const one of later) {
      const { status } = await world.call(calls.undoImport, { token, query: query(), params: { id: one } });
      expect(status).toBe(200);
    }
    const byID = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect((await stored('bill')).sort(byID)).toEqual(before.sort(byID));
    expect(importID).toBeLessThan(later[3] ?? 0);
  });

  it('Five undos of one import undo it once.', async () => {
    await open('undos');
    const { importID } = await campus.save(bills(30));
    const answers = await many(5, () =>
      world.call(calls.undoImport, { token, query: query(), params: { id: importID } }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await stored('bill')).toEqual([]);
  });

  it('A concurrent correction and payment of one bill never undo each other.', async () => {
    await open('payments');
    for (let round = 0; round < 10; round++) {
      const bill = makeBill();
      const { id } = await campus.save([bill]);
      const found = (await stored('bill')).find((row) => row.groupID === id);
      const [saved, paid] = await Promise.all([
        world.call(calls.saveGroup, {
          token,
          query: query(),
          body: { group: { id }, contacts: [{ ...bill, total: 1, branch: 'North' }], reason: 'New fee' },
        }),
        world.call(calls.updateBill, {
          token,
          query: query(),
          params: { id: found?.id ?? 0 },
          body: { name: bill.name, number: bill.number, status: 'paid' },
        }),
      ]);
      expect(paid.status).toBe(200);
      const after = (await stored('bill')).find((row) => row.groupID === id);
      expect(after?.status).toBe('paid');
      const isUpdated = saved.status === 200 && saved.body.updated === 1;
      expect(after?.total).toBe(isUpdated ? 100 : 1_250_000);
      expect(after?.branch).toBe(isUpdated ? 'North' : null);
      if (!isUpdated) expect([200, 409]).toContain(saved.status);
    }
  });
});
