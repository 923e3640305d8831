/** The tables of uploads, which nobody else writes. Instants are ISO text. */

export {};

declare module '../db/tables.ts' {
  interface Tables {
    /** An upload, by its name in the folder; `campusID` null: nobody knows whose. With `reservedUntil` it is being written. */
    file: {
      name: string;
      campusID: Whole;
      bytes: number;
      createdAt: string;
      reservedUntil: Text;
    };
  }
}
