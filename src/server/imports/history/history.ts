import type { ChosenHeading, ImportAnswer, Imported, ImportKind } from '#shared/calls/imports.ts';
import { Failure } from '#shared/failures.ts';
import { importRefusals } from '#shared/words/import-problems.ts';
import type { Scope } from '../../auth/scope.ts';
import { findImportBySave, type ImportChoice, listHeadings, listImports } from './history-queries.ts';
import { isRepeated, toImported } from './history-rules.ts';

/** A page of imports, newest first. */
export async function showImports(
  scope: Scope,
  { take, ...choice }: ImportChoice,
): Promise<{ items: Imported[]; next: number | null }> {
  const rows = await listImports(scope, { ...choice, take: take + 1 });
  const items = rows.slice(0, take).map((row) => toImported(row, scope));
  return { items, next: rows.length > take ? (items.at(-1)?.id ?? null) : null };
}

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
): Promise<{ answer: ImportAnswer; groupID: number | null } | undefined> {
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

export async function showHeadings(scope: Scope, kind: ImportKind): Promise<ChosenHeading[]> {
  const headings = await listHeadings(scope, kind);
  return headings.map(({ heading, field }) => ({ heading, field: field === '' ? null : field }));
}
