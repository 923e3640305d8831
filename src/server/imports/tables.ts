/** The tables of imports and of students. Only this folder writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { ImportKind } from '#shared/calls/imports.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    import: {
      id: Generated<number>;
      campusID: number;
      kind: ImportKind;
      /** For imports of bills; it stays when the billing is removed. */
      groupID: Whole;
      groupName: string;
      /** 1 when the import created the billing. */
      isNewGroup: number;
      saveID: Text;
      /** SHA-256 of what was saved with this id; empty when unknown. */
      content: string;
      fileName: string;
      sha256: string;
      /** The sheet of a workbook; empty for a text file and for older imports. */
      sheet: string;
      /** 1 when a person said that its invoice numbers continue those of other billings, 0 when they do not. */
      oneSeries: Whole;
      added: number;
      updated: number;
      skipped: number;
      refused: number;
      /** `held` of the answer as JSON, for a repeated save. */
      held: string;
      createdAt: string;
      createdBy: string;
      undoneAt: Text;
      undoneBy: Text;
      /** The newest entry of the campus's bin at the time of the undo; 0 without one. */
      undoneBinID: Whole;
    };
    /** What an import changed of an existing bill or student: JSON of the changed columns, before and after. */
    import_change: { importID: number; campusID: number; itemID: number; before: string; after: string };
    /** A column mapped by hand. `heading` comes from `plainHeading`; an empty `field` means not used. */
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
      /** Keys for search and order (`keysOfChild`). */
      keys: Generated<string>;
    };
  }
}
