/** The tables of recipients. No other module writes them. Instants are ISO text. */

export {};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The name in the latest bill or student that was stored with this number (E.164). */
    number_name: { campusID: number; number: string; name: string };
    /**
     * Every child that was stored with a number (E.164; '' without one), with its name and registration number (''
     * without one) at that time. The search finds a child by `keys` (`keysOf`). A child may stay here after its bills
     * and its student are deleted.
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
     * The token in the link to the page of a family. A family is one number (E.164) of a campus. Without this row the
     * link does not work.
     */
    parent_link: { campusID: number; number: string; token: string; createdAt: string };
  }
}
