/** The tables of the bin, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { BinKind } from '#shared/calls/bin.ts';

declare module '../db/tables.ts' {
  interface Tables {
    /** A thing that was deleted; `itemID`: the id it had and has again, `by`: the name of who deleted it. */
    bin: {
      id: Generated<number>;
      campusID: number;
      kind: BinKind;
      itemID: number;
      groupID: Whole;
      name: string;
      bills: number;
      at: string;
      until: string;
      by: string;
    };
    /** A row that went with it: of which table, its id there, and JSON of all its columns. */
    binned_row: { campusID: number; binID: number; table: string; itemID: number; content: string };
  }
}
