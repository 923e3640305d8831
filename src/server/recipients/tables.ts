/** The tables of recipients, which nobody else writes. Instants are ISO text. */

export {};

declare module '../db/tables.ts' {
  interface Tables {
    /** The name of the latest bill or student that was written with this number (E.164). */
    number_name: { campusID: number; number: string; name: string };
    /**
     * Every child that was written with a number (E.164; '' with none), by the name and registration number it had then
     * ('': none). `keys`: what it is found by (`keysOf`). One that no bill and no student is any more may still stand here.
     */
    child_name: {
      campusID: number;
      number: string;
      name: string;
      regNum: string;
      fatherName: string;
      keys: string;
    };
    /** By which a family, a number (E.164) of a campus, sees what it owes. Without its row the link leads nowhere. */
    parent_link: { campusID: number; number: string; token: string; createdAt: string };
  }
}
