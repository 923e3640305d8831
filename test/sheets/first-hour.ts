/**
 * A fee sheet as a school keeps it: 60 children of 40 families in ten classes, with a title, class and father, a
 * concession and arrears, a totals row and a line for signatures. Two children have one admission number by mistake.
 */
import { utils, write } from '@e965/xlsx';

export const classNames = ['Nursery', 'KG', 'Prep', '1', '2', '3', '4', '5', '6', '7'] as const;
/** Other spellings of a class in some of its rows. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  KG: ['K.G', 'K.G.'],
  '4': ['4th', 'IV'],
  '5': ['5th', 'Class 5'],
};
const given = ['Ahmed', 'Ayesha', 'Bilal', 'Fatima', 'Hamza', 'Hina', 'Iqra', 'Laiba', 'Omar', 'Sana'];
const fathers = ['Akram', 'Asif', 'Imran', 'Javed', 'Khalid', 'Nadeem', 'Rashid', 'Shahid'];
const families = ['Abbas', 'Bhatti', 'Cheema', 'Iqbal', 'Malik'];

const headings = [
  'Sr#',
  'Adm. No',
  'Student Name',
  'Father Name',
  'Class',
  'Sec',
  'Contact No.',
  'Mother Cell',
  'Tuition Fee',
  'Lab / Comp.',
  'Concession',
  'Arrears',
  'Total',
  'Due Date',
  'After Due',
  'Remarks',
];

export type FirstHourChild = {
  regNum: string;
  name: string;
  fatherName: string;
  class: string;
  section: string;
  number: string;
  tuition: number;
  lab: number;
  concession: number;
  arrears: number;
  total: number;
};

/** The second child of every other family is in the next class. */
function childAt(at: number): FirstHourChild {
  const family = at < 40 ? at : (at - 40) * 2;
  const surname = families[family % families.length] ?? '';
  const level = (family + (at < 40 ? 0 : 3)) % classNames.length;
  const tuition = 4000 + level * 250;
  const lab = level > 5 ? 500 : 0;
  const concession = at % 4 === 3 ? tuition / 4 : 0;
  const arrears = at % 15 === 6 ? 7500 : 0;
  return {
    regNum: String(2101 + at),
    name: `${given[(at * 7) % given.length]} ${surname}`,
    fatherName: `${fathers[family % fathers.length]} ${surname}`,
    class: classNames[level] ?? '',
    section: at % 3 === 0 ? 'B' : 'A',
    number: `0300-47${String(10_000 + family * 7)}`,
    tuition,
    lab,
    concession,
    arrears,
    total: tuition + lab - concession + arrears,
  };
}

export const firstHourChildren: readonly FirstHourChild[] = Array.from({ length: 60 }, (_, at) =>
  childAt(at),
);
/** The child whose admission number is another one's in the sheet. */
export const wrongNumber = { at: 57, typed: '2114' } as const;

function spelled({ class: name }: FirstHourChild, at: number): string | number {
  const others = spellings[name] ?? [];
  const typed = at % 3 === 1 ? (others[at % others.length] ?? name) : name;
  return /^\d+$/.test(typed) ? Number(typed) : typed;
}

type Cell = string | number | Date | null;

const rowOf = (child: FirstHourChild, at: number): Cell[] => [
  at + 1,
  Number(at === wrongNumber.at ? wrongNumber.typed : child.regNum),
  child.name,
  child.fatherName,
  spelled(child, at),
  child.section,
  at % 10 === 4 ? child.number.replace('-', '').slice(1) : child.number,
  null,
  child.tuition,
  child.lab || null,
  child.concession || null,
  child.arrears || null,
  child.total,
  new Date(Date.UTC(2026, 11, 10)),
  child.total + 300,
  at % 20 === 9 ? 'new adm.' : null,
];

const sum = (of: (child: FirstHourChild) => number): number =>
  firstHourChildren.reduce((all, child) => all + of(child), 0);

const rows: Cell[][] = [
  ['City Grammar School, Girls Campus'],
  ['Fee list, December 2026'],
  [],
  headings,
  ...firstHourChildren.map(rowOf),
  [
    ...Array.from<null>({ length: 2 }).fill(null),
    'Total',
    ...Array.from<null>({ length: 5 }).fill(null),
    sum(({ tuition }) => tuition),
    sum(({ lab }) => lab),
    sum(({ concession }) => concession),
    sum(({ arrears }) => arrears),
    sum(({ total }) => total),
  ],
  [],
  [null, 'Accountant: ____________', null, null, 'Principal: ____________'],
];

/** The bytes of the sheet as `.xlsx` or as `.xls`. */
export function firstHourSheet(format: 'xlsx' | 'xls'): Uint8Array<ArrayBuffer> {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(rows, { UTC: true, dateNF: 'dd-mmm-yyyy' });
  utils.book_append_sheet(book, sheet, 'Fee Dec 2026');
  return new Uint8Array(write(book, { type: 'buffer', bookType: format === 'xls' ? 'biff8' : 'xlsx' }));
}
