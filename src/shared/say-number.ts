/** A number as people of its country write it. Apart from `phone.ts`, whose tables would be in every page. */

/** Mobiles of Pakistan, and the landlines of its cities with a code of two digits, as libphonenumber’s metadata tell them. */
const ofPakistan = /^\+92(3\d{2}|2[125]|4[0-246-9]|5[1-35-7]|6[1-8]|7[14]|8[16]|91)(\d{7,8})$/;

/**
 * `0300-1234567` of `+923001234567` where `country` is PK; any other number, and one that was typed, as it stands.
 * `country` is the campus's.
 */
export const sayNumber = (number: string, country: string): string =>
  country === 'PK' ? number.replace(ofPakistan, '0$1-$2') : number;
