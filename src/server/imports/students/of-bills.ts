/**
 * The children that a sheet of bills brings to the list of students. They are recorded as an import of students that
 * is a part of the import of bills and is undone with it.
 */
import type { SavedChildren, SheetBill } from '#shared/calls/imports.ts';
import type { ChildrenChoice, ClassAnswer } from '#shared/sheets/sheet-rows.ts';
import type { Scope } from '../../auth/scope.ts';
import type { readBills } from '../../billing/bills/bills-rules.ts';
import { finishImport, insertImport, type NewImport } from '../history/history-queries.ts';
import { openRoster, type Roster, rememberSpellings, saveStudents } from './students.ts';
import type { StudentRow } from './students-rules.ts';

export type ChildrenOfBills = { choice: ChildrenChoice; roster: Roster; saved: SavedChildren };

/** Begins the part of an import of bills that concerns students. */
export async function openChildren(
  scope: Scope,
  choice: ChildrenChoice,
  ofBills: Pick<NewImport, 'fileName' | 'sha256' | 'sheet' | 'createdAt'> & {
    importID: number;
    classes: readonly ClassAnswer[];
  },
): Promise<ChildrenOfBills> {
  const { importID, classes, ...file } = ofBills;
  const ofStudents = { kind: 'students' as const, groupID: null, groupName: '', isNewGroup: 0 };
  const part = { ...file, ...ofStudents, partOf: importID, saveID: null, content: '', oneSeries: null };
  const roster = await openRoster(scope, await insertImport(scope, part), classes);
  return { choice, roster, saved: { added: 0, updated: 0 } };
}

type Values = ReturnType<typeof readBills>['rows'][number];

/** Returns the child of a row. Undefined if the row names none, or if an earlier row had the same child. */
function childOf(row: SheetBill | undefined, values: Values, seen: Set<string>): StudentRow | undefined {
  const { regNum, name, number, numbers } = values;
  if (!row?.class || !regNum || !name || seen.has(regNum)) return undefined;
  seen.add(regNum);
  const { fatherName, section } = row;
  return {
    regNum,
    name,
    fatherName: fatherName || null,
    class: row.class,
    section: section ?? '',
    number,
    numbers,
  };
}

/** Saves the children of some rows. `values`: the rows as bills, in the same order. */
export async function saveChildren(
  scope: Scope,
  { choice, roster, saved }: ChildrenOfBills,
  { sent, values }: { sent: readonly SheetBill[]; values: readonly Values[] },
): Promise<void> {
  const rows = values.flatMap((one, at) => childOf(sent[at], one, roster.seen) ?? []);
  const { added, updated } = await saveStudents(scope, roster, { rows, isOnlyNew: choice === 'new' });
  saved.added += added;
  saved.updated += updated;
}

export async function finishChildren(
  scope: Scope,
  { roster, saved }: ChildrenOfBills,
): Promise<SavedChildren> {
  await rememberSpellings(scope, roster);
  await finishImport(scope, { importID: roster.importID, ...saved, skipped: 0, refused: 0, held: [] });
  return saved;
}
