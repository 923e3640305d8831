/** The tables of uploads. Only this folder writes them. Instants are ISO text. */

export {};

declare module '../db/tables.ts' {
  interface Tables {
    /**
     * An upload by its file name. `campusID` is null if its campus is unknown. While `reservedUntil` is set, the file
     * is being written.
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
