/**
 * Finds codes and links that a phone may show wrongly. Their signs `*`, `_`, `~` and "`" are never replaced, so together
 * with the signs of the text a phone may take them for formatting.
 */
import { placeholdersIn } from './placeholders.ts';
import { hasSigns, withoutMarks } from './whatsapp-marks.ts';

const codeNames = ['regNum', 'invNo', 'link'] as const;
type CodeName = (typeof codeNames)[number];

/** `looks` is the line of the text as a phone shows it with the value. */
export type AlteredCode = { name: CodeName; value: string; looks: string };

type Coded = { regNum: string | null; invNo: string | null };

/** The tokens of links are random. This one has signs where they do most harm. */
const sampleLink = 'https://example.org/p/A_-b_-c_';
/** The most values that are tried, so that the check of a large send stays fast. */
const mostTried = 1000;

// Characters without a meaning, one for each sign.
const inert: Record<string, string> = { '*': '\ue000', _: '\ue001', '~': '\ue002', '`': '\ue003' };
const signOf = new Map(Object.entries(inert).map(([sign, char]) => [char, sign]));
const toInert = (value: string): string => value.replace(/[*_~`]/g, (sign) => inert[sign] ?? sign);
const fromInert = (shown: string): string =>
  shown.replace(/[\ue000-\ue003]/g, (char) => signOf.get(char) ?? char);

const braces = /\{\{[^{}]*\}\}/g;

/** Returns the line as a phone shows it with this value. Other placeholders become a word without signs. */
const shownWith = (line: string, name: CodeName, value: string): string =>
  withoutMarks(line.replace(braces, (written) => (placeholdersIn(written)[0] === name ? value : 'x')));

/** Tells whether the line has a sign directly beside the placeholder. `signs` are those that count. */
const hasBeside = (line: string, name: CodeName, signs: string): boolean =>
  [...line.matchAll(braces)].some(({ 0: written, index }) => {
    if (placeholdersIn(written)[0] !== name) return false;
    const [before = '', after = ''] = [line[index - 1], line[index + written.length]];
    return [before, after].some((char) => char !== '' && hasSigns(char) && signs.includes(char));
  });

/** Returns the line as a phone shows it, if the phone may take signs of the value for formatting. */
function looksIn(line: string, name: CodeName, value: string): string | undefined {
  const looks = shownWith(line, name, value);
  const isAltered = looks !== fromInert(shownWith(line, name, toInert(value)));
  return isAltered || hasBeside(line, name, value) ? looks : undefined;
}

/** Returns for each code of the text the first value that a phone may show wrongly. */
export function alteredCodes(text: string, bills: Iterable<Coded>): AlteredCode[] {
  const lines = text.split('\n');
  const find = (name: CodeName, value: string): AlteredCode | undefined => {
    const ofName = lines.filter((line) => placeholdersIn(line).includes(name));
    const looks = ofName.map((line) => looksIn(line, name, value)).find((line) => line !== undefined);
    return looks === undefined ? undefined : { name, value, looks };
  };
  const findFirst = (name: 'regNum' | 'invNo'): AlteredCode | undefined => {
    let tried = 0;
    for (const { [name]: value } of bills) {
      if (value === null || !hasSigns(value)) continue;
      const found = find(name, value);
      tried += 1;
      if (found || tried === mostTried) return found;
    }
    return undefined;
  };
  const names = placeholdersIn(text);
  return codeNames.flatMap((name) => {
    if (!names.includes(name)) return [];
    if (name !== 'link') return findFirst(name) ?? [];
    // A phone may take a sign beside a link for a part of it. A link with spaces around it is always recognised.
    const line = lines.find((line) => hasBeside(line, name, '*_~`'));
    return line === undefined ? [] : { name, value: sampleLink, looks: shownWith(line, name, sampleLink) };
  });
}
