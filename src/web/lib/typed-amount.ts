import { toPaisa } from '#shared/money/money.ts';

/** Converts digits of Urdu and Arabic keyboards. */
const toDigits = (text: string): string =>
  text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** A typed amount in paisa; undefined if it is invalid. */
export function readAmount(text: string): number | undefined {
  const plain = toDigits(text).replace(/[\s,٬]/g, '');
  return /^\d{1,10}(\.\d{1,2})?$/.test(plain) ? toPaisa(Number(plain)) : undefined;
}
