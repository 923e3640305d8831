/** The tables of uploads. Only this folder writes them. Instants are ISO text. */

export {};

declare module '../db/tables.ts' {
  interface Tables {
    /**
     * An upload by its file name. `campusID` is null when nobody knows its campus. While `reservedUntil` is set, it is
     * being written.
     */
    file: {
      name: string;
      campusID: Whole;
      bytes: number;
      createdAt: string;
      reservedUntil: Text;
    };
  }
}
