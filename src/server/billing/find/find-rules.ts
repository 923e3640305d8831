/** Reads a search text word by word, and groups the hits by family. Pure functions. */
import type { FoundFamily } from '#shared/calls/find.ts';
import { type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import { toRupees } from '#shared/money/money.ts';
import type { InTimeFrom, Payable } from '#shared/money/payable.ts';
import { soundOf, wordsIn } from '#shared/text/loose-names.ts';

/**
 * The beginning of a word in a name, as it is spelt or as it sounds. `sound` is empty if the sound is too short to
 * search for.
 */
export type TypedWord = { text: string; sound: string; isLast: boolean };
/**
 * A part of the text between spaces, in lower case. `code` can be a part of a registration or invoice number,
 * `digits` a part of a phone number. Each is empty if the part cannot be one.
 */
export type TypedPart = { text: string; code: string; digits: string; words: TypedWord[] };
/** `digits` is the whole text as one phone number, or empty if the text is not a phone number. */
export type Typed = { whole: string; digits: string; parts: TypedPart[] };

/** A shorter sound occurs in nearly every name. */
const fewestSounds = 2;
/** Fewer digits occur in nearly every number. */
export const fewestDigits = 3;
const hasDigit = /\d/;
const isPhone = /^\+?[\d-]+$/;

/** Removes the leading zero of a national number, because stored numbers do not have it. */
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
    // A word that is joined to a number would match every number that contains it. Such a part is therefore searched
    // only as a whole.
    words:
      isNumbered && words.length > 1
        ? []
        : words.map((word, at) => readWord(word, isLast && at === words.length - 1)),
  };
}

/**
 * Reads a search text for the search on every page, the roster and the list of a billing. The last word may be
 * incomplete.
 */
export function readTyped(text: string): Typed {
  const whole = text.trim().toLowerCase();
  const parts = whole.split(/\s+/).filter((part) => wordsIn(part).length > 0);
  return {
    whole,
    digits: digitsOf(whole),
    parts: parts.map((part, at) => readPart(part, at === parts.length - 1)),
  };
}

/** Returns the invoice numbers that the text may be, or with which they may begin. */
export const invNosIn = (text: string): string[] =>
  hasDigit.test(text) ? [...new Set([text, text.toUpperCase()])] : [];

/**
 * A child with a bill or in the roster. `place` is its rank among the hits; undefined for a sibling of a hit.
 * `latest` is the id of its latest bill under this name, or 0 if only the roster has the child.
 */
export type MatchedChild = {
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
const positionOf = ({ place }: MatchedChild): number => place ?? Number.POSITIVE_INFINITY;
const byPlace = (one: MatchedChild, other: MatchedChild): number =>
  positionOf(one) < positionOf(other) ? -1 : positionOf(one) > positionOf(other) ? 1 : 0;

/**
 * Keeps each child once, with the name on its latest bill. An entry without registration number is dropped if another
 * entry with the same name has one.
 */
const each = (children: readonly MatchedChild[]): MatchedChild[] =>
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
  /** The child's own credit. */
  own?: OwnCredit | undefined;
};
/** `latest` is the latest bill of the child that matches best, or 0 if there is none. */
export type Family = Omit<FoundFamily, 'payable' | 'bill'> & { latest: number };

export type Beside = {
  bills: readonly OpenBill[];
  /** The billings of the latest bills, by the id of the bill. */
  groupOf: ReadonlyMap<number, number>;
  today: InTimeFrom;
};

type FamilyFields = Pick<OpenBill, 'name' | 'regNum' | 'numbers'>;

/**
 * A child with a registration number matches a bill with the same one, whatever phone number the bill has. A child
 * without one matches a bill with the same name and phone number.
 */
const isOf = ({ number, children }: Pick<Family, 'number' | 'children'>, bill: FamilyFields): boolean => {
  const hasNumber = number === null || bill.numbers.split(' ').includes(number);
  return children.some(({ name, regNum }) =>
    regNum === null ? hasNumber && bill.regNum === null && bill.name === name : bill.regNum === regNum,
  );
};

/** Returns the bills that belong to the family. */
export const billsOf = <T extends FamilyFields>(
  family: Pick<Family, 'number' | 'children'>,
  bills: readonly T[],
): T[] => bills.filter((bill) => isOf(family, bill));

/** Converts a family for the API. Amounts are in paisa here and in rupees in the answer. */
export function toFamilyAnswer(
  { latest, ...family }: Family,
  { bills, groupOf, today }: Beside,
): FoundFamily {
  const own = billsOf(family, bills);
  const groupID = groupOf.get(latest);
  return {
    ...family,
    payable: toRupees(own.reduce((sum, bill) => sum + (payableWithCredit(today, bill, bill.own) ?? 0), 0)),
    bill: groupID === undefined ? null : { id: latest, groupID },
  };
}

const childKey = ({ name, regNum }: { name: string; regNum: string | null }): string => regNum ?? name;

/**
 * Returns whether another family contains all children of this one too. This happens when the children have two
 * numbers.
 */
const isWithin = (one: Family) => (other: Family) => {
  const listed = new Set(other.children.map(childKey));
  return one.children.every((child) => listed.has(childKey(child)));
};

/**
 * Builds a family from the children that share a number, or from one child without a number. The best hit comes
 * first.
 */
export const familyOf = (family: readonly MatchedChild[]): Family => ({
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

/** Groups children that share a number into families. Returns only families with a hit, the best one first. */
export function toFamilies(children: readonly MatchedChild[], most: number): Family[] {
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
