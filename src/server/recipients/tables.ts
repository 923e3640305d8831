/** The tables of recipients, which nobody else writes. Instants are ISO text. */

export {};

declare module '../db/tables.ts' {
  interface Tables {
    /** The name of the latest bill or student that was written with this number (E.164). */
    number_name: { campusID: number; number: string; name: string };
  }
}
