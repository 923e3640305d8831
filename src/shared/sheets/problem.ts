/** What a cell could not be read for. A value, not an exception: a sheet may hold thousands. */
export class Problem {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

/** A cell read: its value, null where it is empty, or what is wrong with it. */
export type Read<T> = T | null | Problem;

/** What was put right while reading, counted over the sheet. */
export type Notes = {
  serialDates: number;
  rounded: number;
  lostZero: number;
  landlines: number;
  noMobile: number;
};

export const noNotes = (): Notes => ({ serialDates: 0, rounded: 0, lostZero: 0, landlines: 0, noMobile: 0 });
