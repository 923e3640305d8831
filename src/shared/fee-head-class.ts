/** What the head of a fee is, by its name: what counts once though two bills name it, and what is spread over fees. */
import { headNumbers } from './calls/bills.ts';

/** `arrears`: what older bills left open. `concession`: what is taken off. */
export const feeHeadClasses = ['tuition', 'arrears', 'fine', 'concession', 'other'] as const;
export type FeeHeadClass = (typeof feeHeadClasses)[number];

const urduLetters: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ' };

/** What two spellings of one head share: its words, in lower case, by one space. */
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

/** The first that has a word of the name says what it is. `b f`, brought forward, is two words. */
const byWord: readonly (readonly [FeeHeadClass, Set<string>])[] = [
  ['concession', wordsOf('concession discount scholarship waiver rebate remission رعایت')],
  [
    'arrears',
    wordsOf('arrear arrears previous prev outstanding bf forward بقایا بقایاجات سابقہ پچھلا پچھلے'),
  ],
  ['fine', wordsOf('fine fines late penalty surcharge جرمانہ')],
  ['tuition', wordsOf('tuition monthly ٹیوشن ماہانہ')],
];
const asTwoWords =
  /(?:^| )(?:b f|b d|c f|last months?|past dues|(?:old|opening|pending|unpaid|remaining) (?:bal|balance|dues?|fees?|amount))(?: |$)/;

/** Heads that a person said are something else than their name, by `plainFeeHead`. */
export type SaidClasses = ReadonlyMap<string, FeeHeadClass>;

function byName(plain: string): FeeHeadClass {
  const words = plain.split(' ');
  const found = byWord.find(([, ofClass]) => words.some((word) => ofClass.has(word)))?.[0];
  return found === undefined && asTwoWords.test(plain) ? 'arrears' : (found ?? 'other');
}

// A sheet has the same ten names in each of its rows; emptied before a hostile one could make it large.
const known = new Map<string, { plain: string; class: FeeHeadClass }>();
const mostKnown = 1000;

function lookUp(name: string): { plain: string; class: FeeHeadClass } {
  const found = known.get(name);
  if (found) return found;
  const plain = plainFeeHead(name);
  if (known.size >= mostKnown) known.clear();
  const made = { plain, class: byName(plain) };
  known.set(name, made);
  return made;
}

export function classOfFeeHead(name: string, said?: SaidClasses): FeeHeadClass {
  const { plain, class: ofName } = lookUp(name);
  return said?.get(plain) ?? ofName;
}

type Heads = Readonly<Record<string, unknown>>;

/** What a bill asks of older ones, in the unit of its amounts; 0 where it asks nothing of them. */
export function arrearsOf(bill: Heads, said?: SaidClasses): number {
  let sum = 0;
  for (const n of headNumbers) {
    const [head, amount] = [bill[`head${n}`], bill[`amount${n}`]];
    if (typeof head === 'string' && typeof amount === 'number' && classOfFeeHead(head, said) === 'arrears')
      sum += amount;
  }
  return Math.max(sum, 0);
}

/** What older bills of a child leave open, in one unit: by the amounts of today, and by those of in time. */
export type OlderOpen = { today: number; inTime: number };

/** Whether arrears are just that, so that it would count twice. */
export const areSameArrears = (arrears: number, { today, inTime }: OlderOpen): boolean =>
  arrears === today || arrears === inTime;
