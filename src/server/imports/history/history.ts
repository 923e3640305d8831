import type { ImportAnswer, Imported, SavedChildren } from '#shared/calls/imports.ts';
import { Failure } from '#shared/failures.ts';
import { isOfBoth } from '#shared/sheets/columns.ts';
import type { ChosenHeading, ImportKind } from '#shared/sheets/sheet-rows.ts';
import { importRefusals } from '#shared/words/import-problems.ts';
import type { Scope } from '../../auth/scope.ts';
import {
  findImportBySave,
  type ImportChoice,
  listHeadings,
  listImports,
  putHeadings,
} from './history-queries.ts';
import { isRepeated, toHeadings, toImported } from './history-rules.ts';

/** A page of imports, newest first. */
export async function showImports(
  scope: Scope,
  { take, ...choice }: ImportChoice,
): Promise<{ items: Imported[]; next: number | null }> {
  const rows = await listImports(scope, { ...choice, take: take + 1 });
  const items = rows.slice(0, take).map((row) => toImported(row, scope));
  return { items, next: rows.length > take ? (items.at(-1)?.id ?? null) : null };
}

/** `children`: what an import of bills changed in the list of students; null if nothing was to be changed there. */
export type AnswerOfSave = ImportAnswer & { children: SavedChildren | null };

/** `content`: the digest of the data to save. */
export type SaveOf = { saveID: string | undefined; content: string };

/**
 * The answer of the first save with this id, and its billing. `groupID` is the billing in the request: 0 for a new
 * billing, null for students. Throws if the id was used for another save or with other content.
 */
export async function answerAgain(
  scope: Scope,
  { saveID, content }: SaveOf,
  requested: { kind: ImportKind; groupID: number | null },
): Promise<{ answer: AnswerOfSave; groupID: number | null } | undefined> {
  const first = saveID === undefined ? undefined : await findImportBySave(scope, saveID);
  if (!first) return undefined;
  const { kind, groupID, createdBy, content: before, ...answer } = first;
  const again = {
    kind: requested.kind,
    groupID: requested.groupID || groupID,
    createdBy: scope.userID,
    content,
  };
  if (!isRepeated({ kind, groupID, createdBy, content: before }, again))
    throw new Failure('conflict', importRefusals.saveIDUsed);
  return { answer, groupID };
}

/**
 * Stores columns that a person has mapped. A column of a field that bills and students share is stored for both kinds,
 * so that the next sheet of the other kind does not ask again.
 */
export async function rememberHeadings(
  scope: Scope,
  kind: ImportKind,
  chosen: readonly ChosenHeading[],
): Promise<void> {
  const headings = toHeadings(chosen);
  const shared = headings.filter(({ field }) => isOfBoth(field));
  await putHeadings(scope, kind, headings);
  await putHeadings(scope, kind === 'bills' ? 'students' : 'bills', shared);
}

export async function showHeadings(scope: Scope, kind: ImportKind): Promise<ChosenHeading[]> {
  const headings = await listHeadings(scope, kind);
  return headings.map(({ heading, field }) => ({ heading, field: field === '' ? null : field }));
}
