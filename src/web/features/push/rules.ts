/** The letters of a biller's password, without letters that are easily confused. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** One letter per byte. 256 is no multiple of the number of letters, which costs a hundredth of a bit per letter. */
export const makePassword = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => letters[byte % letters.length] ?? '').join('');
