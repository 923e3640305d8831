/** The tables of imports and students. Only this area writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    import: {
      id: Generated<number>;
      campusID: number;
      kind: ImportKind;
      /** Only for imports of bills. Kept even if the billing is deleted. */
      groupID: Whole;
      groupName: string;
      /** 1 if the import created the billing. */
      isNewGroup: number;
      saveID: Text;
      /** SHA-256 of the data that was saved with this id. Empty if unknown. */
      content: string;
      fileName: string;
      sha256: string;
      /** The sheet of a workbook. Empty for a text file and for older imports. */
      sheet: string;
      /**
       * 1 if a person said that the invoice numbers continue those of other billings, 0 if a person said that they do
       * not.
       */
      oneSeries: Whole;
      /** For students that came with bills: the import of these bills. */
      partOf: Whole;
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
      /** The newest entry in the bin of the campus at the time of the undo. 0 if there was none. */
      undoneBinID: Whole;
    };
    /**
     * The changes that an import made in an existing bill or student: the changed columns as JSON, before and after.
     */
    import_change: { importID: number; campusID: number; itemID: number; before: string; after: string };
    /**
     * A column that a person has mapped. `heading` comes from `plainHeading`. An empty `field` means that the column
     * is not used.
     */
    heading: { campusID: number; kind: ImportKind; heading: string; field: string };
    /** `position`: the place in the order that a person has chosen. Null: as a school sorts its classes. */
    class: { id: Generated<number>; campusID: number; name: string; position: Generated<Whole> };
    /** A spelling that means a class, in lower case: a person said so at a check, or a class was renamed or merged. */
    class_spelling: { campusID: number; spelling: string; classID: number };
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
      /** The day on which the child left. Null if the child is present. */
      endedOn: Generated<Text>;
      /** Keys for searching and sorting (see `keysOfChild`). */
      keys: Generated<string>;
    };
  }
}
