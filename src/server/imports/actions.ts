import type { ChosenHeading, Imported, ImportKind } from '#shared/calls/imports.ts';
import type { Scope } from '../auth/scope.ts';
import { type ImportChoice, listHeadings, listImports } from './queries.ts';
import { toImported } from './rules.ts';

/** A page of what was imported, newest first. */
export async function showImports(
  scope: Scope,
  { take, ...choice }: ImportChoice,
): Promise<{ items: Imported[]; next: number | null }> {
  const rows = await listImports(scope, { ...choice, take: take + 1 });
  const items = rows.slice(0, take).map((row) => toImported(row, scope));
  return { items, next: rows.length > take ? (items.at(-1)?.id ?? null) : null };
}

export async function showHeadings(scope: Scope, kind: ImportKind): Promise<ChosenHeading[]> {
  const headings = await listHeadings(scope, kind);
  return headings.map(({ heading, field }) => ({ heading, field: field === '' ? null : field }));
}
