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
