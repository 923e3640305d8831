/** The table of push. No other module writes it. */
export {};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /**
     * The set-up of a biller for a campus. `password` is encrypted; null means that it must be entered again. `isOn` is
     * 1 if requests are answered.
     */
    push_setup: {
      campusID: number;
      /**
       * The account for the biller's payments. The prefix and the numbering of the account define how consumer numbers
       * are read.
       */
      accountID: number;
      /** The secret part of the biller's address. */
      billerKey: string;
      userName: string;
      password: Text;
      isOn: number;
    };
  }
}
