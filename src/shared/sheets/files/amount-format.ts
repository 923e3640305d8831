/**
 * Formats of amounts that show another amount than the stored one: `#,##0` shows 8,999.50 as 9,000, `#,##0,` shows
 * thousands, and `0",000"` appends them.
 */

/** `before` and `after`: literal texts. `thousands`: how often the number is divided by a thousand. */
export type AmountFormat = {
  before: string;
  after: string;
  decimals: number;
  thousands: number;
  isGrouped: boolean;
};

const part = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|([#0?][#0?,.]*)|(.)/gsu;

/** The format of the section for positive numbers; undefined if it is no format of an amount. */
export function amountFormatOf(section: string): AmountFormat | undefined {
  let digits: string | undefined;
  let [before, after] = ['', ''];
  for (const [, quoted, escaped, currency, places, plain] of section.matchAll(part)) {
    if (places !== undefined) {
      if (digits !== undefined) return undefined;
      digits = places;
      continue;
    }
    if (plain !== undefined && !/[-+() ]/.test(plain)) return undefined;
    const text = quoted ?? escaped ?? currency ?? plain ?? '';
    if (digits === undefined) before += text;
    else after += text;
  }
  const [, whole = '', scale = '', fraction = '', rest = ''] =
    /^([#0?,]*?)(,*)(?:\.([#0?]*)(,*))?$/.exec(digits ?? '') ?? [];
  if (whole === '') return undefined;
  const [decimals, thousands] = [fraction.length, scale.length + rest.length];
  return { before, after, decimals, thousands, isGrouped: whole.includes(',') };
}

/** The formats of Excel without a code that show whole amounts. */
export const wholeAmount: AmountFormat = {
  before: '',
  after: '',
  decimals: 0,
  thousands: 0,
  isGrouped: true,
};
export const wholeAmountIds: ReadonlySet<number> = new Set([1, 3, 37, 38, 41, 42]);

/** A paisa: half of it is the most that rounding to a paisa changes. */
const paisa = 0.01;

/** The amount that a text states: `9,000`, `Rs. 9,000`, `9k`. Undefined if it states none. */
export function amountInText(text: string): number | undefined {
  const [, digits, thousand] = /^[^\d-]*(\d[\d,]*(?:\.\d+)?)\s*(k?)(?![\p{L}\d])[^\d]*$/iu.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return Number(digits.replaceAll(',', '')) * (thousand ? 1000 : 1);
}

/** Whether the text states another amount, by more than rounding to a paisa. */
export function isOtherAmount(text: string, value: number): boolean {
  const amount = amountInText(text);
  return amount !== undefined && Math.abs(amount - value) > paisa;
}

/** The text that Excel shows; undefined if it states the stored amount. */
export function textOfAmount(value: number, format: AmountFormat): string | undefined {
  const { before, after, decimals, thousands, isGrouped } = format;
  const isPlain = thousands === 0 && !/[\dk]/i.test(after);
  if (isPlain && Number.isInteger(value)) return undefined;
  const fixed = (value / 1000 ** thousands).toFixed(Math.min(decimals, 20));
  const [whole = '', fraction] = fixed.split('.');
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  const text = `${before}${grouped}${fraction === undefined ? '' : `.${fraction}`}${after}`.trim();
  return isOtherAmount(text, value) ? text : undefined;
}
