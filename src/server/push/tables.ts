/** The table of push, which only this module writes. */
export {};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /**
     * The set-up of a biller for a campus. `password`: encrypted; null: it must be entered again. `isOn`: 1 if requests
     * are answered.
     */
    push_setup: {
      campusID: number;
      /** The account of its payments. The account's prefix and numbering say how consumer numbers are read. */
      accountID: number;
      /** The secret part of its address. */
      billerKey: string;
      userName: string;
      password: Text;
      isOn: number;
    };
  }
}
