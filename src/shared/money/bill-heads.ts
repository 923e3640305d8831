/** The ten heads of a bill: the parts of its fee, each with a name and an amount. */

export const headNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type HeadKey = `head${(typeof headNumbers)[number]}`;
export type AmountKey = `amount${(typeof headNumbers)[number]}`;
export const headKeys = headNumbers.map((n): HeadKey => `head${n}`);
export const amountKeys = headNumbers.map((n): AmountKey => `amount${n}`);
