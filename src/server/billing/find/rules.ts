/** What a person typed to find somebody, word by word; and what was found, family by family. Pure. */
import type { FoundFamily } from '#shared/calls/find.ts';
import { soundOf, wordsIn } from '#shared/loose-names.ts';
import { toRupees } from '#shared/money.ts';
import { type InTimeFrom, type Payable, payableOn } from '#shared/payable.ts';

/** The beginning of a word in a name, as it is written or as it sounds. `sound`: '' where it is too short. */
export type TypedWord = { text: string; sound: string; isLast: boolean };
/**
 * What stands between two spaces, in small letters. `code`: a part of a registration or invoice number; `digits`: a part
 * of a phone number. Both are '' where it can be none.
 */
export type TypedPart = { text: string; code: string; digits: string; words: TypedWord[] };
/** `digits`: all of it as one phone number, '' where it is none. */
export type Typed = { whole: string; digits: string; parts: TypedPart[] };

/** Less is in nearly every name. */
const fewestSounds = 2;
/** Fewer are in nearly every number. */
export const fewestDigits = 3;
const hasDigit = /\d/;
const isPhone = /^\+?[\d-]+$/;

/** The zero before a number of one's own country is not stored. */
function digitsOf(text: string): string {
  const phone = text.replace(/\s+/g, '');
  if (!isPhone.test(phone)) return '';
  const digits = phone.replaceAll('-', '').replace(/^\+?0+/, '');
  return digits.length < fewestDigits ? '' : digits;
}

function readWord(text: string, isLast: boolean): TypedWord {
  const sound = hasDigit.test(text) ? '' : soundOf(text);
  return { text, sound: sound.length < fewestSounds ? '' : sound, isLast };
}

function readPart(text: string, isLast: boolean): TypedPart {
  const isNumbered = hasDigit.test(text);
  const words = wordsIn(text);
  return {
    text,
    code: isNumbered && text.length >= fewestDigits ? text : '',
    digits: digitsOf(text),
    // A word beside a number would lead to every number that holds it: such a part is looked for as it stands.
    words:
      isNumbered && words.length > 1
        ? []
        : words.map((word, at) => readWord(word, isLast && at === words.length - 1)),
  };
}

/** A text as Find, the roster and a billing's list read it; its last word may be unfinished. */
export function readTyped(text: string): Typed {
  const whole = text.trim().toLowerCase();
  const parts = whole.split(/\s+/).filter((part) => wordsIn(part).length > 0);
  return {
    whole,
    digits: digitsOf(whole),
    parts: parts.map((part, at) => readPart(part, at === parts.length - 1)),
  };
}

/** The invoice numbers that a text may be, or begin. */
export const invNosIn = (text: string): string[] =>
  hasDigit.test(text) ? [...new Set([text, text.toUpperCase()])] : [];

/**
 * A child that has a bill or stands in the roster. `place`: among those that fit what was typed; of a brother or sister
 * of theirs none. `latest`: the id of its latest bill under this name, 0 where the roster alone has it.
 */
export type KnownChild = {
  number: string;
  name: string;
  regNum: string;
  fatherName: string;
  class: string | null;
  section: string | null;
  studentID: number | null;
  place: number | undefined;
  latest: number;
};

const orNull = (text: string): string | null => (text === '' ? null : text);
const placeOf = ({ place }: KnownChild): number => place ?? Number.POSITIVE_INFINITY;
const byPlace = (one: KnownChild, other: KnownChild): number =>
  placeOf(one) < placeOf(other) ? -1 : placeOf(one) > placeOf(other) ? 1 : 0;

/** Each child once: by the name of its latest bill, and not a second time without its registration number. */
const each = (children: readonly KnownChild[]): KnownChild[] =>
  children.filter((child) =>
    children.every((other) =>
      child.regNum === ''
        ? other.name !== child.name || other.regNum === ''
        : other.regNum !== child.regNum || other.latest <= child.latest,
    ),
  );

export type OpenBill = Payable & {
  id: number;
  groupID: number;
  name: string;
  regNum: string | null;
  invNo: string | null;
  numbers: string;
  month: number | null;
  year: number | null;
  paid: number;
};
/** `latest`: the latest bill of the child that fits best, 0 for none. */
export type Family = Omit<FoundFamily, 'payable' | 'bill'> & { latest: number };

export type Beside = {
  bills: readonly OpenBill[];
  /** The billings of the latest bills, by their ids. */
  groupOf: ReadonlyMap<number, number>;
  today: InTimeFrom;
};

type OfWhom = Pick<OpenBill, 'name' | 'regNum' | 'numbers'>;

/** By its registration a child is known whatever number a bill has; by its name only together with the number. */
const isOf = ({ number, children }: Pick<Family, 'number' | 'children'>, bill: OfWhom): boolean => {
  const hasNumber = number === null || bill.numbers.split(' ').includes(number);
  return children.some(({ name, regNum }) =>
    regNum === null ? hasNumber && bill.regNum === null && bill.name === name : bill.regNum === regNum,
  );
};

/** Those of these bills that are the family's. */
export const billsOf = <T extends OfWhom>(
  family: Pick<Family, 'number' | 'children'>,
  bills: readonly T[],
): T[] => bills.filter((bill) => isOf(family, bill));

/** Amounts in paisa, the answer's in rupees. */
export function tellFamily({ latest, ...family }: Family, { bills, groupOf, today }: Beside): FoundFamily {
  const own = billsOf(family, bills);
  const groupID = groupOf.get(latest);
  return {
    ...family,
    payable: toRupees(own.reduce((sum, bill) => sum + payableOn(today, bill), 0)),
    bill: groupID === undefined ? null : { id: latest, groupID },
  };
}

const nameOf = ({ name, regNum }: { name: string; regNum: string | null }): string => regNum ?? name;

/** Whether all children of the one are told with the other: they have two numbers. */
const isWithin = (one: Family) => (other: Family) => {
  const told = new Set(other.children.map(nameOf));
  return one.children.every((child) => told.has(nameOf(child)));
};

/** Those who share a number, or one alone, the one that fits best first. */
export const familyOf = (family: readonly KnownChild[]): Family => ({
  number: orNull(family[0]?.number ?? ''),
  latest: family[0]?.latest ?? 0,
  children: each(family).map((child) => ({
    name: child.name,
    regNum: orNull(child.regNum),
    fatherName: orNull(child.fatherName),
    class: child.class,
    section: child.section,
    studentID: child.studentID,
  })),
});

/** Those who share a number are one family, if one of them fits what was typed; the family that fits best first. */
export function toFamilies(children: readonly KnownChild[], most: number): Family[] {
  const groups = Map.groupBy(children.toSorted(byPlace), ({ number, name, regNum }) =>
    number === '' ? `${name} ${regNum}` : number,
  );
  const families: Family[] = [];
  for (const group of groups.values()) {
    if (families.length === most) break;
    if (group[0]?.place === undefined) continue;
    const family = familyOf(group);
    if (!families.some(isWithin(family))) families.push(family);
  }
  return families;
}
