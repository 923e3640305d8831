/** The table of push, which nobody else writes. */
export {};

declare module '../db/tables.ts' {
  interface Tables {
    /**
     * By which a biller asks for the bills of a campus. `password`: sealed; null: it has to be said anew. `isOn`: 1 where
     * it is answered.
     */
    push_setup: {
      campusID: number;
      /** Where what it tells of comes in; by the account's prefix and numbering the numbers are read. */
      accountID: number;
      /** The part of its address that nobody guesses. */
      billerKey: string;
      userName: string;
      password: Text;
      isOn: number;
    };
  }
}
