/**
 * The searches of Find and Students in a campus of 50,000 children with 600,000 bills must answer within a letter's
 * typing time.
 */
import { keysOfChild } from '#shared/text/loose-names.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, median, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool } from '../school.ts';

/** `BENCH_QUICK=1` makes a quick run with little meaning. */
const children = process.env.BENCH_QUICK === '1' ? 5000 : 50_000;
const months = 12;
const rounds = 9;

const firstNames =
  'Muhammad Ahmed Ali Hassan Hussain Bilal Usman Umar Hamza Zain Eman Fatima Ayesha Zainab Maryam Hafsa Khadija Sana Hira Noor محمد احمد علی ایمان فاطمہ عائشہ زینب مریم'.split(
    ' ',
  );
const lastNames = 'Khan Malik Chaudhry Butt Qureshi Sheikh Iqbal Raza Tariq Aslam چوہدری خان ملک'.split(' ');

const childName = (child: number): string =>
  `${firstNames[child % firstNames.length]} ${lastNames[(child * 7) % lastNames.length]}`;
/** One family in four has two children here. */
const numberOf = (child: number): string => `+923${100_000_050 + 100 * Math.floor(child * 0.8)}`;
const regNumOf = (child: number): string => `R-${child}`;

/** Inserted directly into the database: every child has a bill in every month. */
async function fill(bare: Bare): Promise<void> {
  const at = '2026-11-05T08:00:00.000Z';
  const rows = Array.from({ length: children }, (_, child) => {
    const named = {
      number: numberOf(child),
      name: childName(child),
      regNum: regNumOf(child),
      fatherName: '',
    };
    return { campusID: 1, ...named, keys: keysOfChild(named) };
  });
  await bare.insert('child_name', rows);
  await bare.insert('class', [{ id: 1, campusID: 1, name: 'Five' }]);
  await bare.insert('section', [{ id: 1, campusID: 1, classID: 1, name: 'A' }]);
  const students = rows.map(({ fatherName: _none, number, ...child }) => ({
    ...child,
    number,
    numbers: number,
  }));
  await bare.insert(
    'student',
    students.map((student) => ({ ...student, sectionID: 1 })),
  );
  for (let month = 1; month <= months; month += 1) {
    await bare.insert('group', [
      {
        id: month,
        campusID: 1,
        name: `Month ${month}`,
        month,
        year: 2026,
        description: '',
        createdAt: at,
        createdBy: '',
      },
    ]);
    await bare.all(`insert into bill ("campusID", "groupID", name, number, numbers, "regNum", "invNo", total, "dueDate", month,
        year, status, "createdAt")
      select 1, ${month}, name, number, number, "regNum", 'INV-${month}-' || "regNum", 1250000, '2026-${String(month).padStart(2, '0')}-10',
        ${month}, 2026, case when ${month} > 10 then 'unpaid' else 'paid' end, '${at}' from child_name where "campusID" = 1`);
  }
  await bare.tidy();
}

/** Searches that people type, letter by letter and whole. */
const typed = [
  'em',
  'Mohammed',
  'eman chau',
  'محمد',
  '0321',
  '10004',
  `R-${Math.floor(children / 2)}`,
  'INV-1',
  'xyz',
];

const searches = { find: '/Find?text=', 'the list of students': '/Students?take=100&search=' } as const;
type Search = keyof typeof searches;
/** The list of students queries twice: it counts present and former students, and then loads the page. */
const bounds: Record<Search, number> = { find: 4, 'the list of students': 6 };

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const { apiRequest } = await enterSchool(program);
  const bare = await place.openBare();
  await fill(bare);
  const scan = async () => {
    for (const text of typed)
      await bare.all(
        `select number from child_name where "campusID" = 1 and (keys like $1 or number like $2) limit 100000`,
        [`% ${text}%`, `%${text}%`],
      );
  };
  const measureOne = async (name: Search): Promise<Row> => {
    const took = new Map<string, number[]>(typed.map((text) => [text, []]));
    const search = async () => {
      for (const text of typed)
        took
          .get(text)
          ?.push(await time(() => ask(program, apiRequest(`${searches[name]}${encodeURIComponent(text)}`))));
    };
    await search();
    for (const times of took.values()) times.length = 0;
    const { ours, floor } = await alternate(rounds, { ours: () => time(search), floor: () => time(scan) });
    const slowest = [...took]
      .map(([text, times]) => ({ text, took: median(times) }))
      .reduce((one, other) => (other.took > one.took ? other : one));
    return rowOf({ name, engine, slowest, ours, floor });
  };
  const measured = [await measureOne('find'), await measureOne('the list of students')];
  await bare.close();
  await program.stop();
  return measured;
}

type Measured = {
  name: Search;
  engine: Engine;
  slowest: { text: string; took: number };
  ours: number;
  floor: number;
};

function rowOf({ name, engine, slowest, ours, floor }: Measured): Row {
  return {
    what: `${name} among ${children.toLocaleString('en-US')} children with ${(children * months).toLocaleString('en-US')} bills, ${engine}`,
    ours: ours / typed.length,
    floor: floor / typed.length,
    unit: 'ms',
    ratio: ours / floor,
    bound: bounds[name],
    beside: 'all children looked through by the bare driver',
    note: `the slowest text is “${slowest.text}”, median ${slowest.took.toFixed(0)} ms`,
  };
}

export const find: Figure = {
  name: 'find',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
