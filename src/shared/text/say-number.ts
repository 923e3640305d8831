/**
 * A number as people of its country write it. If this were in `phone.ts`, every page would load that file's tables.
 */

/**
 * Mobile numbers of Pakistan, and landlines of cities with a code of two digits, according to libphonenumber’s
 * metadata.
 */
const ofPakistan = /^\+92(3\d{2}|2[125]|4[0-246-9]|5[1-35-7]|6[1-8]|7[14]|8[16]|91)(\d{7,8})$/;

/**
 * `0300-1234567` for `+923001234567` if `country` is PK. Landlines alike. Numbers of other countries, and numbers that are not E.164, are
 * returned unchanged. `country` is the country of the campus.
 */
export const formatPhoneNumber = (number: string, country: string): string =>
  country === 'PK' ? number.replace(ofPakistan, '0$1-$2') : number;

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const typedMobile = /^(?:\+?92|0092|0)?(3\d{2})(\d{7})(?:\.0+)?$/;

/**
 * The same form for a number as a person typed it, such as `3001234567` or `+92 300 1234567`. A text that is no mobile
 * number of Pakistan is returned unchanged.
 */
function formatTypedNumber(typed: string, country: string): string {
  if (country !== 'PK') return typed;
  const plain = typed
    .replace(invisible, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[\s().-]+(?!0*$)/g, '')
    .replace(/^'/, '');
  const [, network, rest] = typedMobile.exec(plain) ?? [];
  return network === undefined ? typed : `0${network}-${rest}`;
}

/** The same for a text with several numbers, as a cell of a sheet may have it. */
export const formatTypedNumbers = (typed: string, country: string): string =>
  typed.replace(/[^,;/|&\n\r\t\u060c\u061b]+/g, (part) => {
    const number = part.trim();
    return number === '' ? part : part.replace(number, formatTypedNumber(number, country));
  });
