/**
 * Lists of students with untidy spellings of classes, saved through the real import: a send to "class X, unpaid" reaches
 * exactly the children that the generator has put into the class. CLASS_SHEETS sets the number of schools, such as 500.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ClassSummary } from '#shared/calls/students.ts';
import { checkText } from '../sheets/check-file.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Chance, createChance, one as pick } from '../support/fault-random.ts';
import { asLines } from '../support/world.ts';
import { type Caller, callerOf, freshSlug, useCampus } from './callers.ts';

const schools = Number(process.env.CLASS_SHEETS ?? 10);

const spellingsOf: readonly (readonly string[])[] = [
  ['Play Group', 'PG', 'playgroup', 'Play-Group'],
  ['Nursery', 'NURSERY', 'Nur', 'نرسری'],
  ['KG', 'K.G', 'Kindergarten'],
  ['KG-1', 'KG I', 'kg1'],
  ['KG-2', 'KG-II', 'KG 2'],
  ['Prep', 'PREP', 'Class Prep'],
  ['1', 'I', '1st', 'Class 1', 'One', 'Class-I', '۱', 'جماعت اول'],
  ['2', 'II', '2nd', 'Class 2', 'Two', 'Grade II', '۲', 'دوم'],
  ['4', 'IV', '4th', 'Class IV', 'Four', 'Class Four', '۴', 'چہارم'],
  ['5', 'V', '5th', 'Class 5', 'Five', 'Grade 5', '۵', 'پنجم'],
  ['6', 'VI', '6th Class', 'class 6', 'SIX', 'Std 6', '۶', 'ششم'],
  ['10', 'X', '10th', 'Class-X', 'Ten', '۱۰', 'دہم'],
  ['11', 'XI', '11th'],
  ['Hifz', 'HIFZ', 'Class Hifz'],
  ['O Level', 'O-Level', 'o level'],
];
/** The classes whose names may be followed by a section in the same cell. */
const withSections = 13;
const sections = ['', 'A', 'B', 'Blue'];

type Child = { regNum: string; place: number; section: string };

/** The row of a child, with its class and section in two cells or in one. */
function rowOf(chance: Chance, { regNum, place, section }: Child): string {
  const name = pick(chance, spellingsOf[place] ?? []);
  const isOneCell = section !== '' && place < withSections && chance.happens(0.3);
  const cells = isOneCell ? [`${name}${pick(chance, ['-', ' ', ' - '])}${section}`, ''] : [name, section];
  return [regNum, `Child ${regNum}`, ...cells].join(',');
}

const listClasses = async (clerk: Caller): Promise<ClassSummary[]> => clerk.get(calls.listClasses);

/** Imports a list as the page does: with the proposed answers of the check. */
async function importList(clerk: Caller, chance: Chance, children: readonly Child[]): Promise<void> {
  const text = ['Reg No,Name,Class,Section', ...children.map((child) => rowOf(chance, child))].join('\n');
  const { check, opened } = await checkText(text, { kind: 'students', listed: await listClasses(clerk) });
  const head = {
    saveID: randomUUID(),
    file: { name: opened.fileName, sha256: opened.sha256 },
    classes: check.classAnswers,
  };
  await clerk.get(calls.importStudents, asLines(head, [...check.rowsToSave()]));
}

describe.each(engines)('Sheets with untidy classes on %s', (engine) => {
  const here = useCampus(engine);

  async function faultOf(seed: number): Promise<unknown> {
    const chance = createChance(seed);
    const campus = await here.world.school(freshSlug());
    const clerk = callerOf(here.world, campus, await campus.user());
    const places = spellingsOf.map((_, at) => at).filter(() => chance.happens(0.4));
    if (places.length === 0) return undefined;
    const children = Array.from(
      { length: chance.whole(12, 27) },
      (_, at): Child => ({
        regNum: `S-${at}`,
        place: pick(chance, places) ?? 0,
        section: pick(chance, sections) ?? '',
      }),
    );
    await importList(clerk, chance, children.slice(0, 10));
    await importList(clerk, chance, children);
    // In the next list some children have moved to another class.
    for (const child of children) if (chance.happens(0.2)) child.place = pick(chance, places) ?? 0;
    await importList(clerk, chance, children);
    const bills = children.map(({ regNum }) =>
      makeBill({ regNum, status: chance.happens(0.6) ? 'unpaid' : 'paid' }),
    );
    const { id: groupID } = await campus.save(bills);
    const isUnpaid = new Set(bills.flatMap(({ regNum, status }) => (status === 'unpaid' ? [regNum] : [])));
    // A class that its last child has left stays in the list.
    const classes = (await listClasses(clerk)).filter(({ students }) => students > 0);
    const used = new Set(children.map(({ place }) => place));
    if (classes.length !== used.size)
      return { seed, classes: classes.map(({ name }) => name), used: used.size };
    for (const place of used) {
      const found = classes.filter(({ name }) => spellingsOf[place]?.includes(name));
      const [one] = found;
      if (found.length !== 1 || !one) return { seed, place, found };
      const own = children.filter((child) => child.place === place);
      const expected = own.filter(({ regNum }) => isUnpaid.has(regNum)).length;
      const secIDs = one.sections.map(({ id }) => id);
      const body = { message: 'Dear {{name}}', status: 'unpaid', clsIDs: [one.id], secIDs };
      const { bills: reached } = await clerk.get(calls.planSend, { body });
      const listed = await clerk.get(calls.listBills, {
        params: { id: groupID },
        query: { status: 'unpaid', class: one.id },
      });
      if (one.students !== own.length || reached !== expected || listed.count !== expected)
        return {
          seed,
          class: one.name,
          students: one.students,
          own: own.length,
          reached,
          listed: listed.count,
          expected,
        };
    }
    return undefined;
  }

  it('A send to the unpaid of a class reaches all of its children, however the sheets spell the class.', async () => {
    const faults: unknown[] = [];
    for (let seed = 1; seed <= schools; seed += 1) {
      const fault = await faultOf(seed);
      if (fault !== undefined) faults.push(fault);
    }
    expect(faults).toEqual([]);
  });
});
