/**
 * What Meta’s form accepts in a template. Pure. Sources: developers.facebook.com, WhatsApp, templates (September 2026).
 * Meta does not say how many words a variable needs; Syniverse and Maqsam found the same ratio.
 */
import { Refusal } from './refusals.ts';
import type { Part } from './shapes.ts';

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names between the braces, in the order of their first appearance. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variable)].map(([, name = '']) => name)),
];

function refuse(subcode: number, title: string, details: string): never {
  throw new Refusal(100, { subcode, title, details });
}

const tooLong = (name: string, most: number) =>
  refuse(2388040, 'Character Limit Exceeded', `The ${name} has more than ${most} characters.`);

function checkNames(names: readonly string[], format: 'POSITIONAL' | 'NAMED'): void {
  const isRight =
    format === 'NAMED'
      ? names.every((name) => /^[a-z_][a-z0-9_]*$/.test(name))
      : names.every((name) => names.includes(name) && /^\d+$/.test(name)) &&
        names
          .map(Number)
          .toSorted((a, b) => a - b)
          .every((number, at) => number === at + 1);
  if (!isRight)
    refuse(
      2388072,
      'Message Template Body Format',
      'The variables are not numbered or named as they must be.',
    );
}

function checkExamples(part: Part, names: readonly string[], format: 'POSITIONAL' | 'NAMED'): void {
  if (names.length === 0) return;
  const named = part.example?.body_text_named_params ?? [];
  const given =
    format === 'NAMED'
      ? named.filter(({ param_name, example }) => names.includes(param_name) && example !== '').length
      : (part.example?.body_text?.[0] ?? []).filter((example) => example !== '').length;
  const others = format === 'NAMED' ? part.example?.body_text : part.example?.body_text_named_params;
  if (given !== names.length || others)
    refuse(
      2388043,
      'Missing expected field',
      'component of type BODY is missing expected field(s) (example)',
    );
}

function checkBody(part: Part, format: 'POSITIONAL' | 'NAMED'): void {
  const { text = '' } = part;
  if (text.trim() === '') refuse(2388072, 'Message Template Body Format', 'The body is empty.');
  if (text.length > 1024) tooLong('body', 1024);
  const names = variablesIn(text);
  checkNames(names, format);
  // A variable that is followed by punctuation only still counts as the last.
  if (/^\s*\{\{/.test(text) || /\}\}[\s\p{P}]*$/u.test(text))
    refuse(
      2388299,
      'Leading or trailing parameters',
      'Variables can’t be at the start or end of the template.',
    );
  const words = text
    .replace(variable, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (names.length > 0 && words.length < 2 * [...text.matchAll(variable)].length + 1)
    refuse(
      2388293,
      'Parameters words ratio exceeds limit',
      'This template has too many variables for its length.',
    );
  checkExamples(part, names, format);
}

function checkHeader(part: Part, handles: ReadonlySet<string>): void {
  const wrong = (details: string) => refuse(2388047, 'Message Header Format', details);
  if (!part.format) wrong('The header needs its format.');
  if (part.format !== 'TEXT') {
    const handle = part.example?.header_handle?.[0];
    if (!handle || !handles.has(handle)) wrong('The header needs an example that was uploaded before.');
    return;
  }
  const { text = '' } = part;
  if (text.length > 60) tooLong('header', 60);
  if (text === '' || /[\n*_~`]/.test(text)) wrong('The header has formatting, new lines or nothing in it.');
  const names = variablesIn(text);
  if (names.length > 1 || (names.length === 1 && part.example?.header_text?.length !== 1))
    wrong('The header takes one variable, with an example.');
}

function checkFooter({ text = '' }: Part): void {
  if (text.length > 60) tooLong('footer', 60);
  if (text === '' || /\{\{|\n/.test(text))
    refuse(2388073, 'Message Footer Format', 'The footer takes no variables and no new lines.');
}

function checkButtons({ buttons = [] }: Part): void {
  if (buttons.length === 0 || buttons.length > 10)
    throw new Refusal(100, { details: 'Up to 10 buttons, and not none.' });
  for (const { text } of buttons) {
    if (text.length > 25) tooLong('button', 25);
    if (text === '' || text.includes('{{')) throw new Refusal(100, { details: 'A button needs words.' });
  }
}

/** Refuses parts that Meta’s form does not accept. `handles`: the uploaded examples. */
export function checkParts(
  parts: readonly Part[],
  format: 'POSITIONAL' | 'NAMED',
  handles: ReadonlySet<string>,
): void {
  const types = parts.map(({ type }) => type);
  if (new Set(types).size < types.length) throw new Refusal(100, { details: 'Two components of one type.' });
  if (!types.includes('BODY')) refuse(2388043, 'Missing expected field', 'The template has no BODY.');
  for (const part of parts) {
    if (part.type === 'BODY') checkBody(part, format);
    if (part.type === 'HEADER') checkHeader(part, handles);
    if (part.type === 'FOOTER') checkFooter(part);
    if (part.type === 'BUTTONS') checkButtons(part);
  }
}

/** The reason why the review rejects a template that the form accepted. */
export function findPoorReason(parts: readonly Part[]): string | undefined {
  const body = parts.find(({ type }) => type === 'BODY')?.text ?? '';
  return /\}\}\s*\{\{/.test(body) ? 'INVALID_FORMAT' : undefined;
}
