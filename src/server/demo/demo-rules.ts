/** The demonstration school. It is the same every time: some 500 students in families, and six billings. */
import type { NewBill } from '#shared/calls/bills.ts';
import type { NewGroup } from '#shared/calls/groups.ts';
import { dayOf, fullMonthNames } from '#shared/time/dates.ts';
import {
  boys,
  boysInUrdu,
  classNames,
  families,
  familiesInUrdu,
  girls,
  girlsInUrdu,
  sectionNames,
} from './names.ts';

export type Student = {
  regNum: string;
  name: string;
  fatherName: string;
  className: string;
  section: string;
  number: string;
};

/** A random generator with a seed (mulberry32), so that every demonstration is the same. */
export function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Dice = () => number;
const pick = <T>(dice: Dice, list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T;

function childOf(dice: Dice, isUrdu: boolean, family: string): string {
  const isGirl = dice() < 0.5;
  const first = isUrdu ? pick(dice, isGirl ? girlsInUrdu : boysInUrdu) : pick(dice, isGirl ? girls : boys);
  return `${first} ${family}`;
}

const mobileOf = (dice: Dice, index: number): string =>
  `03${pick(dice, ['00', '21', '33', '45'])}-${String(1_000_101 + index * 7919).slice(-7)}`;

/**
 * One family has a landline, which is not on WhatsApp. Another family has a second mobile number that is not on
 * WhatsApp.
 */
const landlineAt = 36;
const secondMobileAt = 24;

function numberOf(dice: Dice, index: number): string {
  const mobile = mobileOf(dice, index);
  if (index % 60 === 59) return '';
  if (index === landlineAt) return '042-35761200';
  return index === secondMobileAt ? `${mobile}, 0333-4412300` : mobile;
}

/** Students in families of one to three, who share a phone. Every sixth family has Urdu names. */
export function makeStudents(count: number): Student[] {
  const dice = createDice(2026);
  const students: Student[] = [];
  for (let index = 0; students.length < count; index++) {
    const isUrdu = index % 6 === 2;
    const family = pick(dice, isUrdu ? familiesInUrdu : families);
    const fatherName = `${pick(dice, isUrdu ? boysInUrdu : boys)} ${family}`;
    const number = numberOf(dice, index);
    const children = 1 + Math.floor(dice() * dice() * 3.4);
    for (let child = 0; child < children && students.length < count; child++) {
      students.push({
        regNum: String(10_234 + students.length),
        name: childOf(dice, isUrdu, family),
        fatherName,
        className: pick(dice, classNames),
        section: pick(dice, sectionNames),
        number,
      });
    }
  }
  return students;
}

const slippedFrom = /[1-9]0$/;

/** The number with a typing error. Its last digits then mark it as a number that is not on WhatsApp. */
export const slipOf = (number: string): string => number.replace(slippedFrom, '00');

/** The numbers that `slipOf` can change. */
export const listSlippery = (students: readonly Student[]): string[] => [
  ...new Set(students.map(({ number }) => number).filter((number) => slippedFrom.test(number))),
];

export type DemoBilling = { group: Omit<NewGroup, 'campusID'>; bills: NewBill[] };

/** The percentage of paid bills by the age of the billing in months. */
const paidByAge = [38, 71, 95, 97, 99, 100];

function billOf(dice: Dice, student: Student, period: { year: number; month: number; age: number }): NewBill {
  const { year, month, age } = period;
  const classIndex = classNames.indexOf(student.className as (typeof classNames)[number]);
  const tuition = 6500 + classIndex * 450;
  const van = dice() < 0.35 ? 2500 : 0;
  const paper = dice() < 0.2 ? 750 : 0;
  const total = tuition + van + paper;
  return {
    regNum: student.regNum,
    invNo: `${year}${String(month).padStart(2, '0')}${student.regNum}`,
    name: student.name,
    number: student.number,
    head1: 'Tuition Fee',
    amount1: tuition,
    ...(van ? { head2: 'Van', amount2: van } : {}),
    ...(paper ? { head3: 'Paper Fund', amount3: paper } : {}),
    total,
    amountAfterDueDate: total + 1000,
    issueDate: dayOf(year, month, 1),
    dueDate: dayOf(year, month, 10),
    expiryDate: dayOf(year, month, 25),
    month,
    year,
    branch: 'Main Campus',
    status: dice() * 100 < (paidByAge[age] ?? 100) ? 'paid' : 'unpaid',
  };
}

/** Billings of six months, up to the current one. The newest has a few more students, because schools grow. */
export function makeBillings(
  students: readonly Student[],
  today: { year: number; month: number },
): DemoBilling[] {
  const dice = createDice(7);
  const [mistyped] = listSlippery(students);
  return Array.from({ length: 6 }, (_, index) => {
    const age = 5 - index;
    const months = today.year * 12 + today.month - 1 - age;
    const period = { year: Math.floor(months / 12), month: (months % 12) + 1, age };
    const name = `${fullMonthNames[period.month - 1]} ${period.year}`;
    const present = students.slice(0, students.length - age * 6);
    // In the newest billing, the number of one family has a typing error.
    const asTyped = ({ number, ...student }: Student): Student => ({
      ...student,
      number: age === 0 && number === mistyped ? slipOf(number) : number,
    });
    return {
      group: { name, month: period.month, year: period.year, description: 'Monthly fee, all sections' },
      bills: present.map((student) => billOf(dice, asTyped(student), period)),
    };
  });
}
