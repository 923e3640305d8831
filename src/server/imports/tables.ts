/** The tables of imports and of what they bring in beside bills, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { ImportKind } from '#shared/calls/imports.ts';

declare module '../db/tables.ts' {
  interface Tables {
    import: {
      id: Generated<number>;
      campusID: number;
      kind: ImportKind;
      /** Of bills; it stays when the billing is removed. */
      groupID: Whole;
      groupName: string;
      /** 1 where the import made the billing. */
      isNewGroup: number;
      saveID: Text;
      /** SHA-256 of what was saved with the id; empty where nothing is known of it. */
      content: string;
      fileName: string;
      sha256: string;
      /** Of the workbook; empty of a text file, and of an import from before sheets were kept. */
      sheet: string;
      /** 1 where a person said that its numbers go on those of other billings, 0 that they do not. */
      oneSeries: Whole;
      added: number;
      updated: number;
      skipped: number;
      refused: number;
      /** JSON of the answer's `held`, for when the save is repeated. */
      held: string;
      createdAt: string;
      createdBy: string;
      undoneAt: Text;
      undoneBy: Text;
      /** The newest entry of the campus's bin when it was undone, 0 where there was none. */
      undoneBinID: Whole;
    };
    /** What an import changed of a bill or student that was there: JSON of the changed columns, before and after. */
    import_change: { importID: number; campusID: number; itemID: number; before: string; after: string };
    /** A column mapped by hand: the heading as `plainHeading` makes it; `field` empty: not used. */
    heading: { campusID: number; kind: ImportKind; heading: string; field: string };
    class: { id: Generated<number>; campusID: number; name: string };
    section: { id: Generated<number>; campusID: number; classID: number; name: string };
    student: {
      id: Generated<number>;
      campusID: number;
      sectionID: number;
      regNum: string;
      name: string;
      fatherName: Text;
      number: string;
      numbers: string;
      importID: Whole;
      /** The day on which the child left; null while it is here. */
      endedOn: Generated<Text>;
      /** What it is found and listed by (`keysOfChild`). */
      keys: Generated<string>;
    };
  }
}
