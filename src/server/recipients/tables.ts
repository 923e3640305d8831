/** The tables of recipients. No other module writes them. Instants are ISO text. */

export {};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The name of the latest bill or student that was written with this number (E.164). */
    number_name: { campusID: number; number: string; name: string };
    /**
     * Every child that was written with a number (E.164; '' with none), with its name and registration number at that
     * time ('': none). `keys` is what it is found by (`keysOf`). A child may stay here after its bills and its student
     * are gone.
     */
    child_name: {
      campusID: number;
      number: string;
      name: string;
      regNum: string;
      fatherName: string;
      keys: string;
    };
    /**
     * The token of the page on which a family, a number (E.164) of a campus, sees what it owes. Without its row the
     * link leads nowhere.
     */
    parent_link: { campusID: number; number: string; token: string; createdAt: string };
  }
}
