/**
 * Finds the class of a fee head by its name. Classes are needed because arrears must count only once even if two bills
 * include them, and because concessions are divided among the fees.
 */
import { headNumbers } from './bill-heads.ts';

/** `arrears`: what older bills left open. `concession`: an amount that is subtracted. */
export const feeHeadClasses = ['tuition', 'arrears', 'fine', 'concession', 'other'] as const;
export type FeeHeadClass = (typeof feeHeadClasses)[number];

const urduLetters: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ' };

/** The common form of all spellings of one head: its words in lower case, separated by one space. */
export const plainFeeHead = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[يىكهة]/g, (letter) => urduLetters[letter] ?? letter)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

const wordsOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/).map(plainFeeHead));

/** The words of each class. The first class with a word of the head's name applies. */
const wordsByClass: readonly (readonly [FeeHeadClass, Set<string>])[] = [
  ['concession', wordsOf('concession discount scholarship waiver rebate remission رعایت')],
  [
    'arrears',
    wordsOf('arrear arrears previous prev outstanding bf forward بقایا بقایاجات سابقہ پچھلا پچھلے'),
  ],
  ['fine', wordsOf('fine fines late penalty surcharge جرمانہ')],
  ['tuition', wordsOf('tuition monthly ٹیوشن ماہانہ')],
];
// Names of arrears in several words, such as `b f` (brought forward), and a balance alone.
const arrearsPhrases =
  /(?:^| )(?:b f|b d|c f|last months?|past dues|(?:old|opening|pending|unpaid|remaining) (?:bal|balance|dues?|fees?|amount))(?: |$)|^balance$/;

/** Heads by `plainFeeHead` to which a person gave another class than their name says. */
export type ChosenClasses = ReadonlyMap<string, FeeHeadClass>;

function byName(plain: string): FeeHeadClass {
  const words = plain.split(' ');
  const found = wordsByClass.find(([, ofClass]) => words.some((word) => ofClass.has(word)))?.[0];
  return found === undefined && arrearsPhrases.test(plain) ? 'arrears' : (found ?? 'other');
}

// A cache: a sheet has the same ten names in each of its rows. It is emptied at a limit, so that a hostile sheet cannot
// make it large.
const cache = new Map<string, { plain: string; class: FeeHeadClass }>();
const mostCached = 1000;

function lookUp(name: string): { plain: string; class: FeeHeadClass } {
  const found = cache.get(name);
  if (found) return found;
  const plain = plainFeeHead(name);
  if (cache.size >= mostCached) cache.clear();
  const made = { plain, class: byName(plain) };
  cache.set(name, made);
  return made;
}

export function classOfFeeHead(name: string, chosen?: ChosenClasses): FeeHeadClass {
  const { plain, class: ofName } = lookUp(name);
  return chosen?.get(plain) ?? ofName;
}

type Heads = Readonly<Record<string, unknown>>;

/** The arrears in a bill, in the unit of its amounts; 0 if it has none. */
export function arrearsOf(bill: Heads, chosen?: ChosenClasses): number {
  let sum = 0;
  for (const n of headNumbers) {
    const [head, amount] = [bill[`head${n}`], bill[`amount${n}`]];
    if (typeof head === 'string' && typeof amount === 'number' && classOfFeeHead(head, chosen) === 'arrears')
      sum += amount;
  }
  return Math.max(sum, 0);
}

/** What the older bills of a child leave open, in one unit: `today` with late amounts, `inTime` without them. */
export type OlderOpen = { today: number; inTime: number };

/** Whether the arrears equal the open amount of the older bills. Then the two would count the same money twice. */
export const areSameArrears = (arrears: number, { today, inTime }: OlderOpen): boolean =>
  arrears === today || arrears === inTime;
