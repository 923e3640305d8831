/** Find: by names in any spelling, and by registration, phone or invoice number, in the own campus only. */
import { hash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, calls } from '#shared/calls/all.ts';
import { mostFound } from '#shared/limits.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { callerOf, useCampus } from './callers.ts';
import { importedFile } from './sample-inputs.ts';

type Found = AnswerOf<'GET /Find'>;
const noMore = { families: false, bills: false };

describe.each(engines)('Find on %s', (engine) => {
  const here = useCampus(engine);
  const find = (text: string, clerk = here.clerk): Promise<Found> =>
    clerk.get(calls.find, { query: { text } });
  const namesIn = async (text: string) =>
    (await find(text)).families.map(({ children }) => children.map(({ name }) => name));
  const tariq = '0321-1023858';
  const eman = { regNum: '00330', name: 'Eman Tariq', number: tariq };
  const hafsa = { regNum: '00331', name: 'Hafsa Tariq', number: tariq };
  const ibrahim = { regNum: '00500', name: 'محمد ابراہیم', number: '0321-1027716' };
  const usman = { regNum: null, invNo: 'V-900', name: 'Usman', number: '0300-5550001' };

  const save = (month: number, bills: Parameters<typeof makeBill>[0][]) =>
    here.campus.save(
      bills.map((bill) => makeBill({ month, ...bill })),
      { name: `Month ${month}`, month },
    );
  const saveAll = () => save(10, [eman, hafsa, ibrahim, usman]);

  it.each([
    ['em', [['Eman Tariq', 'Hafsa Tariq']]],
    ['Iman', [['Eman Tariq', 'Hafsa Tariq']]],
    ['ایمان', [['Eman Tariq', 'Hafsa Tariq']]],
    ['tariq hafsa', [['Hafsa Tariq', 'Eman Tariq']]],
    ['Mohammed Ibr', [['محمد ابراہیم']]],
    ['00330', [['Eman Tariq', 'Hafsa Tariq']]],
    ['0321-102', [['Eman Tariq', 'Hafsa Tariq'], ['محمد ابراہیم']]],
    ['+92 321 1027716', [['محمد ابراہیم']]],
    ['7716', [['محمد ابراہیم']]],
    ['osman', [['Usman']]],
    ['Bilal', []],
    ["%' or", []],
  ])('Find by %j lists the expected families.', async (text, expected) => {
    await saveAll();
    expect(await namesIn(text)).toEqual(expected);
  });

  it('Find shows class, section and father of a child from the roster.', async () => {
    await saveAll();
    const student = {
      regNum: '00330',
      name: 'Eman Tariq',
      fatherName: 'Tariq Chaudhry',
      class: '6',
      section: 'A',
    };
    await here.clerk.get(
      calls.importStudents,
      asLines({ saveID: randomUUID(), file: importedFile }, [{ ...student, number: tariq }]),
    );
    const child = {
      name: 'Eman Tariq',
      regNum: '00330',
      fatherName: 'Tariq Chaudhry',
      class: '6',
      section: 'A',
    };
    const { families } = await find('choudhary');
    expect(families).toMatchObject([{ number: '+923211023858', children: [child, { name: 'Hafsa Tariq' }] }]);
  });

  it('Find keeps a father’s name that a later sheet does not have, and shows the new name of a roster.', async () => {
    const student = { regNum: '00330', name: 'Eman Tariq', class: '6', section: 'A', number: tariq };
    const enroll = (fatherName: string) =>
      here.clerk.get(
        calls.importStudents,
        asLines({ saveID: randomUUID(), file: { ...importedFile, sha256: hash('sha256', fatherName) } }, [
          { ...student, fatherName },
        ]),
      );
    await enroll('Tariq Chaudhry');
    await saveAll();
    expect(await namesIn('choudhary eman')).toEqual([['Eman Tariq', 'Hafsa Tariq']]);
    await enroll('Waqas Butt');
    expect(await namesIn('butt')).toEqual([['Eman Tariq', 'Hafsa Tariq']]);
  });

  it('Find finds a child by the current name only, and nobody whose import was undone.', async () => {
    const { id, importID } = await saveAll();
    await save(11, [{ ...eman, name: 'Eman Chaudhry' }]);
    expect(await namesIn('eman')).toEqual([['Eman Chaudhry', 'Hafsa Tariq']]);
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    expect(await namesIn('tariq')).toEqual([]);
    expect(await namesIn('usman')).toEqual([]);
    expect(await namesIn('eman')).toEqual([['Eman Chaudhry']]);
    expect(id).toBeGreaterThan(0);
  });

  it('Find shows what is payable today for all children of a family and all months.', async () => {
    here.clock.now = new Date('2026-11-15T08:00:00Z');
    const late = { total: 100, amountAfterDueDate: 120, dueDate: '2026-11-10' };
    await save(9, [{ ...eman, ...late, status: 'paid' }]);
    await save(10, [
      { ...eman, ...late },
      { ...hafsa, ...late, dueDate: '2026-11-20' },
    ]);
    await save(11, [
      { ...eman, ...late, number: '0300-9990000' },
      { ...usman, ...late, amountAfterDueDate: null },
    ]);
    expect((await find('eman')).families.map(({ number, payable }) => [number, payable])).toEqual([
      // Whichever number finds her, the amount is all that is owed for her.
      ['+923009990000', 240],
      ['+923211023858', 340],
    ]);
    expect((await find('usman')).families[0]?.payable).toBe(100);
  });

  it('Find finds bills by the whole or the beginning of their invoice number.', async () => {
    await saveAll();
    const { bills } = await find('v-900');
    expect(bills).toMatchObject([{ name: 'Usman', invNo: 'V-900', billing: 'Month 10', status: 'unpaid' }]);
    for (const beginning of ['V-9', 'v-90'])
      expect((await find(beginning)).bills).toMatchObject([{ invNo: 'V-900' }]);
    for (const other of ['V-', '900', 'V-9%', 'V-9000']) expect((await find(other)).bills).toEqual([]);
  });

  it('Bills with exactly this invoice number come before those with a longer one.', async () => {
    await save(10, [
      { ...eman, invNo: 'v-10' },
      { ...usman, invNo: 'V-1' },
    ]);
    await save(11, [{ ...usman, invNo: 'V-1' }]);
    await save(12, [{ ...usman, invNo: 'v-1a' }]);
    expect((await find('v-1')).bills.map(({ invNo, billing }) => [invNo, billing])).toEqual([
      ['V-1', 'Month 11'],
      ['V-1', 'Month 10'],
      ['v-10', 'Month 10'],
      ['v-1a', 'Month 12'],
    ]);
  });

  it('A phone number with dashes is read as one run of digits, and one with spaces is tried as one run first.', async () => {
    await save(10, [
      { ...eman, number: '0321-1023858' },
      { ...usman, name: 'Bilal', number: '0310-2432110' },
    ]);
    for (const text of ['0321-102', '+92-321-102']) expect(await namesIn(text)).toEqual([['Eman Tariq']]);
    // Numbers with spaces may be parts of two numbers.
    for (const text of ['0321 102', '+92 321 102'])
      expect(await namesIn(text)).toEqual([['Eman Tariq'], ['Bilal']]);
  });

  it('A child with exactly this registration number and a phone number with these digits come first.', async () => {
    const resembling = Array.from({ length: 4 * mostFound }, (_, at) => ({
      regNum: `4711${100 + at}`,
      name: `Aamna ${at}`,
      number: `0300-5550${100 + at}`,
    }));
    await save(10, [
      ...resembling,
      { regNum: '4711', name: 'Zoya', number: '0300-5559998' },
      { regNum: 'Z-1', name: 'Zara', number: '0300-4711999' },
    ]);
    expect((await namesIn('4711')).slice(0, 3)).toEqual([['Zoya'], ['Zara'], ['Aamna 0']]);
    await save(11, [{ regNum: 'A-1', name: 'Class 4711999', number: '0300-5559997' }]);
    expect(await namesIn('4711999')).toEqual([['Zara'], ['Class 4711999']]);
  });

  const saveNamesakes = (count: number) =>
    save(
      10,
      Array.from({ length: count }, (_, at) => ({
        ...usman,
        invNo: `V-${900 + at}`,
        name: `Usman ${at + 1}`,
        number: `0300-5550${100 + at}`,
      })),
    );

  it('Find answers all twelve families that match.', async () => {
    await saveNamesakes(12);
    const { families, more } = await find('usman');
    expect([families.length, more]).toEqual([12, noMore]);
  });

  it('Find says that there are more matches than its answer contains.', async () => {
    await saveNamesakes(mostFound + 1);
    const { families, more } = await find('usman');
    expect([families.length, more]).toEqual([mostFound, { families: true, bills: false }]);
    const found = await find('v-9');
    expect([found.bills.length, found.more]).toEqual([mostFound, { families: false, bills: true }]);
    expect(found.bills.slice(0, 2)).toMatchObject([{ invNo: 'V-900' }, { invNo: 'V-901' }]);
  });

  it('Find finds nobody of another campus.', async () => {
    await saveAll();
    const sister = await here.campus.sister();
    const other = callerOf(here.world, sister, await sister.user());
    for (const text of ['eman', '00330', '7716', 'V-900'])
      expect(await find(text, other)).toEqual({ families: [], bills: [], more: noMore });
  });
});
