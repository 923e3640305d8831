/** What a password for a biller is made of: no letters that are taken for others. */
const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A letter for each byte. 256 is no multiple of the letters, which costs a hundredth of a bit each. */
export const makePassword = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => letters[byte % letters.length] ?? '').join('');
