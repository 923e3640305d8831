/** The tables of the bin. Only this area writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { BinKind } from '#shared/calls/bin.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** A deleted thing. `itemID`: its id, which a restore keeps. `by`: the name of the person who deleted it. */
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
    /** A deleted row of an entry: its table, its id in this table, and all columns as JSON. */
    binned_row: { campusID: number; binID: number; table: string; itemID: number; content: string };
  }
}
