/** Who gets a send and who is left out, by name and in pages, from the same plan as the send. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { PeopleAnswer, PlanAnswer } from '#shared/calls/messages.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import {
  insertClass,
  insertSection,
  insertStudents,
} from '../../src/server/imports/students/students-queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

const message = 'Dear {{name}}: {{payable}}';

describe.each(engines)('People of a plan on %s', (engine) => {
  const here = useCampus(engine);
  const people = (body: Record<string, unknown>): Promise<PeopleAnswer> =>
    here.clerk.get(calls.listPlanned, { body: { message, family: true, list: 'gets', ...body } });
  const plan = (body: Record<string, unknown>): Promise<PlanAnswer> =>
    here.clerk.get(calls.planSend, { body: { message, family: true, ...body } });

  async function addPupil(regNum: string, name: string, fatherName: string): Promise<void> {
    const { scope } = here.campus;
    const sectionID = await insertSection(scope, await insertClass(scope, `Six ${regNum}`), 'A');
    const nobody = { number: '', numbers: '', importID: null };
    await insertStudents(scope, [{ sectionID, regNum, name, fatherName, ...nobody }]);
  }

  /** Two families, one with two children, and two bills that cannot be messaged. */
  async function bill() {
    const number = '0300-7654321';
    await addPupil('P-1', 'Eman', 'Tariq Chaudhry');
    const group = await here.campus.group({
      bills: [
        makeBill({ name: 'Eman', regNum: 'P-1', number, total: 7000, amountAfterDueDate: 7500.5 }),
        makeBill({ name: 'Daniyal', regNum: 'P-2', number, total: 5000, amountAfterDueDate: null }),
        makeBill({ name: 'عائشہ', number: '0321-7654321' }),
        makeBill({ name: 'No Number', number: '' }),
        makeBill({ name: 'No Amount', total: null, amountAfterDueDate: null }),
      ],
    });
    return { groupIDs: [group.id], bills: group.bills };
  }

  it('Planned families are listed with father, children, class, the amount on the day and their text.', async () => {
    const { groupIDs, bills } = await bill();
    const { items, count } = await people({ groupIDs, sendAt: '2026-11-10T09:00' });
    expect(count).toBe(2);
    expect(items[0]).toEqual({
      at: 0,
      number: '+923007654321',
      name: 'Eman',
      father: 'Tariq Chaudhry',
      children: [
        { billID: bills[0]?.id, name: 'Eman', regNum: 'P-1', className: 'Six P-1', section: 'A' },
        { billID: bills[1]?.id, name: 'Daniyal', regNum: 'P-2', className: '', section: '' },
      ],
      payable: 12_000,
      text: 'Dear Eman: 7,000\nDear Daniyal: 5,000',
      reason: null,
      reasonCode: null,
      missing: [],
      since: null,
      document: '',
    });
    // A day later the due date has passed.
    const later = await people({ groupIDs, sendAt: '2026-11-11T09:00' });
    expect(later.items.map(({ payable }) => payable)).toEqual([12_500.5, 13_500]);
    expect(later.items[0]?.text).toBe('Dear Eman: 7,500.50\nDear Daniyal: 5,000');
  });

  it('People left out of a plan are listed by reason, with missing values and the time of the opt-out.', async () => {
    const { groupIDs } = await bill();
    await here.clerk.get(calls.addOptOut, { body: { number: '0321-7654321' } });
    const { items, count } = await people({ groupIDs, list: 'leftOut' });
    const { reasons } = await plan({ groupIDs });
    expect(count).toBe(3);
    const listedReasons = items.map(({ reason }) => reason);
    expect(listedReasons).toEqual(reasons.flatMap(({ reason, count }) => Array(count).fill(reason)));
    const byReason = new Map(items.map((one) => [one.reasonCode, one]));
    expect(byReason.get('noNumber')).toMatchObject({
      name: 'No Number',
      payable: expect.any(Number),
      text: '',
    });
    expect(byReason.get('missing')).toMatchObject({
      ...tellReason(makeReason('missing', { names: ['payable'] })),
      missing: ['payable'],
      text: 'Dear No Amount: ',
    });
    expect(byReason.get('optedOut')?.since).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('Planned families are found by father, child, class, registration and number, and keep their positions.', async () => {
    const { groupIDs } = await bill();
    const found = async (search: string) => (await people({ groupIDs, search })).items.map(({ at }) => at);
    for (const search of ['chaudhry', 'DANIYAL', 'six p-1-a', 'p-2', '0300 7654', '300-765'])
      expect(await found(search), search).toEqual([0]);
    expect(await found('عائشہ')).toEqual([1]);
    expect(await found('7654321')).toEqual([0, 1]);
    expect(await found('nobody')).toEqual([]);
  });

  it('Planned families come in pages, and the send reaches exactly these families.', async () => {
    const group = await here.campus.group({ bills: 25 });
    const body = { groupIDs: [group.id] };
    const pages = await Promise.all([0, 10, 20].map((from) => people({ ...body, from, take: 10 })));
    expect(pages.map(({ count }) => count)).toEqual([25, 25, 25]);
    const all = pages.flatMap(({ items }) => items);
    expect(all.map(({ at }) => at)).toEqual(Array.from({ length: 25 }, (_, at) => at));
    const { broadcastID } = await here.clerk.get(calls.sendToGroups, {
      body: { message, family: true, ...body },
    });
    const sent = await here.world.deps.store.db
      .selectFrom('message')
      .select(['number', 'text'])
      .where('broadcastID', '=', broadcastID)
      .orderBy('id')
      .execute();
    expect(sent).toEqual(all.map(({ number, text }) => ({ number, text })));
  });

  it('A plan names the families whose texts are worth checking.', async () => {
    const { groupIDs } = await bill();
    expect((await plan({ groupIDs })).looks).toEqual({
      shortest: 1,
      longest: 0,
      mostChildren: 0,
      urduName: 1,
    });
    const alone = await here.campus.group({ bills: [makeBill({ name: 'Ali' })] });
    expect((await plan({ groupIDs: [alone.id] })).looks).toEqual({
      shortest: 0,
      longest: 0,
      mostChildren: null,
      urduName: null,
    });
  });

  it('A plan for classes lists their students with class and section.', async () => {
    const { classID, sectionID } = await here.campus.roster({ className: 'Ten' });
    const { items } = await people({ clsIDs: [classID], secIDs: [sectionID], message: 'Dear {{name}}' });
    expect(items).toHaveLength(2);
    expect(items[0]?.children).toMatchObject([{ billID: null, className: 'Ten', section: 'Blue' }]);
    expect(items[0]?.payable).toBeNull();
  });
});
